package chat

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"net/netip"
	"strings"
	"time"

	"perimeter/internal/errs"
	"perimeter/internal/ratelimit"
	"perimeter/internal/validate"
)

// The limits on how fast one visitor, and all visitors of one network together,
// may write, and how often new conversations may begin in one network. A person
// in a hurry stays below them.
var (
	visitorRate = ratelimit.Rate{Burst: 10, Every: 3 * time.Second}
	networkRate = ratelimit.Rate{Burst: 40, Every: time.Second}
	startRate   = ratelimit.Rate{Burst: 20, Every: 30 * time.Second}
)

// Visitor is somebody who uses the chat.
type Visitor struct {
	Token    string
	ClientIP netip.Addr
}

// NewToken makes the secret that identifies a visitor's browser.
func NewToken() string { return rand.Text() }

// ValidToken reports whether the token has the form of NewToken's, so that a
// browser cannot choose one that others could guess.
func ValidToken(token string) bool {
	return len(token) == 26 && strings.Trim(token, "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567") == ""
}

// conversationID returns the ID of the visitor's conversation. It is known
// before the first message, and does not reveal the token.
func (v Visitor) conversationID() string {
	sum := sha256.Sum256([]byte(v.Token))
	return hex.EncodeToString(sum[:16])
}

func (v Visitor) network() string { return ratelimit.Network(v.ClientIP).String() }

// takeMessage counts a message of the visitor against the limits.
func (c *Chat) takeMessage(v Visitor) error {
	_, err := c.limits.Take(
		ratelimit.Key{Name: "visitor " + v.conversationID(), Rate: visitorRate},
		ratelimit.Key{Name: "network " + v.network(), Rate: networkRate},
	)
	return err
}

// takeStart counts a new conversation against the limit.
func (c *Chat) takeStart(v Visitor) error {
	_, err := c.limits.Take(ratelimit.Key{Name: "start " + v.network(), Rate: startRate})
	return err
}

// requireEnabled returns NotFound where the site uses another chat or none.
func (c *Chat) requireEnabled() error {
	if !c.enabled {
		return errs.Errorf(errs.NotFound, "There is no chat here. Please call %s.", c.phone)
	}
	return nil
}

// SendAsVisitor stores a visitor's message and starts the conversation if it is
// the first. The page is the path that the visitor is on.
func (c *Chat) SendAsVisitor(ctx context.Context, v Visitor, page string, draft MessageDraft) (Message, error) {
	if err := c.requireEnabled(); err != nil {
		return Message{}, err
	}
	if err := draft.validate(); err != nil {
		return Message{}, err
	}
	if err := c.takeMessage(v); err != nil {
		return Message{}, err
	}
	id, page, started := v.conversationID(), pagePath(page), false
	message, err := c.addMessage(ctx, Message{ConversationID: id, Key: draft.Key, Text: draft.Text}, func(tx Tx) (Conversation, error) {
		conversation, err := tx.Conversation(ctx, id)
		if errs.KindOf(err) == errs.NotFound {
			started = true
			return Conversation{ID: id, StartedAt: c.clock.Stamp(), Page: page}, c.takeStart(v)
		}
		return conversation, err
	})
	if err == nil && started {
		c.queueNotice(Notice{Text: message.Text, Page: page, SentAt: message.SentAt, Inbox: c.inboxURL})
	}
	return message, err
}

// pagePath returns the path, or "" if it is not a path of this site.
func pagePath(path string) string {
	if !strings.HasPrefix(path, "/") || (validate.Field{Name: "page", Value: path}).Within(validate.MaxLine) != nil {
		return ""
	}
	return path
}

// ContactDetails say how to reach a visitor when nobody answers at once.
type ContactDetails struct {
	Name    string `json:"name"`
	Contact string `json:"contact" doc:"A phone number or an e-mail address"`
}

// LeaveContact stores how to reach the visitor.
func (c *Chat) LeaveContact(ctx context.Context, v Visitor, contact ContactDetails) (ContactDetails, error) {
	if err := c.requireEnabled(); err != nil {
		return ContactDetails{}, err
	}
	contact.Name, contact.Contact = strings.TrimSpace(contact.Name), strings.TrimSpace(contact.Contact)
	if err := validate.First(
		validate.Field{Name: "name", Value: contact.Name}.Required(maxName),
		validate.Field{Name: "contact", Value: contact.Contact}.Required(maxContact),
	); err != nil {
		return ContactDetails{}, err
	}
	if err := c.takeMessage(v); err != nil {
		return ContactDetails{}, err
	}
	return contact, c.changeConversation(ctx, v.conversationID(), func(_ Tx, conversation *Conversation) error {
		conversation.Name, conversation.Contact = contact.Name, contact.Contact
		return nil
	})
}
