package chat

import (
	"context"
	"strings"

	"perimeter/internal/errs"
	"perimeter/internal/validate"
)

// requireEnabled returns NotFound where the site uses another chat or none.
func (c *Chat) requireEnabled(ctx context.Context) error {
	if company := c.company(ctx); !company.Enabled {
		return errs.Errorf(errs.NotFound, "There is no chat here. Please call %s.", company.Phone)
	}
	return nil
}

// SendAsVisitor stores a visitor's message and starts the conversation if it is
// the first. The page is the path that the visitor is on.
func (c *Chat) SendAsVisitor(ctx context.Context, v Visitor, page string, sent NewMessage) (Message, error) {
	if err := c.requireEnabled(ctx); err != nil {
		return Message{}, err
	}
	if err := sent.validate(); err != nil {
		return Message{}, err
	}
	if err := c.allowMessage(v); err != nil {
		return Message{}, err
	}
	bytes := messageBytes(sent.Text)
	volume, err := c.volume.Allow(v.volumeKeys(bytes)...)
	if err != nil {
		return Message{}, c.withPhone(ctx, err)
	}
	client, err := c.clientOf(ctx, v)
	if err != nil {
		return Message{}, err
	}
	id, page := v.conversationID(), pagePath(page)
	message, err := c.addMessage(ctx, Message{ConversationID: id, Key: sent.Key, Text: sent.Text}, func(tx Tx) (Conversation, error) {
		if err := c.allowShared(ctx, tx, v, bytes); err != nil {
			return Conversation{}, err
		}
		return c.conversationOf(ctx, tx, v, page, client)
	})
	if err != nil {
		volume.Refund()
		return Message{}, err
	}
	return message, nil
}

// conversationOf returns the visitor's conversation, or a new one that begins on the
// page.
func (c *Chat) conversationOf(ctx context.Context, tx Tx, v Visitor, page, client string) (Conversation, error) {
	id := v.conversationID()
	conversation, err := tx.Conversations().Get(ctx, id)
	if errs.KindOf(err) == errs.NotFound {
		return Conversation{ID: id, StartedAt: c.clock.Stamp(), Page: page, Client: client}, c.allowStart(ctx, tx, v, client)
	}
	return conversation, err
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

// LeaveContact stores how to reach the visitor, in the conversation that the visitor
// has begun. Without one it returns NotFound: the site has no contact form.
func (c *Chat) LeaveContact(ctx context.Context, v Visitor, contact ContactDetails) (ContactDetails, error) {
	if err := c.requireEnabled(ctx); err != nil {
		return ContactDetails{}, err
	}
	contact.Name, contact.Contact = oneLine(contact.Name), oneLine(contact.Contact)
	if err := c.validateContact(ctx, contact); err != nil {
		return ContactDetails{}, err
	}
	if err := c.allowMessage(v); err != nil {
		return ContactDetails{}, err
	}
	err := c.changeConversation(ctx, v.conversationID(), func(tx Tx, conversation *Conversation) error {
		if conversation.Name == contact.Name && conversation.Contact == contact.Contact {
			return nil
		}
		conversation.Name, conversation.Contact = contact.Name, contact.Contact
		return c.queueContactNotice(ctx, tx, *conversation)
	})
	if errs.KindOf(err) == errs.NotFound {
		return ContactDetails{}, errs.Errorf(errs.NotFound, "Please write a message first.")
	}
	c.wakeSenders()
	return contact, err
}

// DeleteAsVisitor deletes the visitor's conversation, for the staff too.
func (c *Chat) DeleteAsVisitor(ctx context.Context, v Visitor) error {
	if err := c.requireEnabled(ctx); err != nil {
		return err
	}
	if err := c.allowMessage(v); err != nil {
		return err
	}
	return c.DeleteConversation(ctx, v.conversationID())
}
