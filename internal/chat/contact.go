package chat

import (
	"context"
	"net/mail"
	"strings"
	"unicode"

	"perimeter/internal/errs"
	"perimeter/internal/validate"
)

// Reach says how a visitor can be reached outside the chat. Both are empty if the
// contact details cannot be read.
type Reach struct {
	Email string `json:"email"`
	Phone string `json:"phone" doc:"As phones dial it"`
}

// reach reads contact details.
func (c *Chat) reach(contact string) Reach {
	contact = strings.TrimSpace(contact)
	if isEmail(contact) {
		return Reach{Email: contact}
	}
	if c.dialPhone != nil {
		if dialled, ok := c.dialPhone(contact); ok {
			return Reach{Phone: dialled}
		}
	}
	return Reach{}
}

// isEmail reports whether the text is a plain e-mail address of a public domain.
func isEmail(text string) bool {
	parsed, err := mail.ParseAddress(text)
	if err != nil || parsed.Address != text || strings.ContainsAny(text, "\"[]\r\n") {
		return false
	}
	domain := text[strings.LastIndex(text, "@")+1:]
	dot := strings.LastIndex(domain, ".")
	return dot > 0 && len(domain)-dot > 2
}

// oneLine replaces line breaks and other control characters. A name with them could
// look like further lines of a notice.
func oneLine(text string) string {
	return strings.TrimSpace(strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return ' '
		}
		return r
	}, text))
}

func (c *Chat) validateContact(ctx context.Context, contact ContactDetails) error {
	if err := validate.First(
		validate.Field{Name: "name", Value: contact.Name}.Required(maxName),
		validate.Field{Name: "contact", Value: contact.Contact}.Required(maxContact),
	); err != nil {
		return err
	}
	if c.reach(contact.Contact) == (Reach{}) {
		err := errs.Errorf(errs.Invalid, "We could not read that as a phone number or an e-mail address. "+
			"Please write a number with its area code, such as %s, or an address such as name@example.com.", c.company(ctx).Phone)
		err.Field = "contact"
		return err
	}
	return nil
}
