package chat

import (
	"context"
	"strings"
	"time"

	"perimeter/internal/errs"
	"perimeter/internal/validate"
)

// Conversation is what one visitor and the staff write to each other.
type Conversation struct {
	// ID is derived from the token that only the visitor's browser has.
	ID        string      `json:"id"`
	StartedAt time.Time   `json:"startedAt"`
	UpdatedAt time.Time   `json:"updatedAt" doc:"When the newest message was sent"`
	Closed    bool        `json:"closed" doc:"Until the visitor writes again"`
	ReadTo    int64       `json:"readTo" doc:"The newest message that the staff have read"`
	Name      string      `json:"name" doc:"Empty until the visitor gives it"`
	Contact   string      `json:"contact" doc:"A phone number or an e-mail address, empty until the visitor gives it"`
	Page      string      `json:"page" doc:"The path on which the visitor began to write"`
	Unread    int64       `json:"unread" doc:"How many of the visitor's messages nobody has read"`
	SeenTo    int64       `json:"seenTo" doc:"The newest message that the visitor has seen"`
	MailedTo  int64       `json:"mailedTo" doc:"The newest answer that the visitor was sent by e-mail"`
	Assignee  StaffMember `json:"assignee" doc:"Who of the staff answers"`
	// Client is the visitor's network as Chat.clientOf gives it.
	Client string `json:"-"`
	// Bytes is what the messages take in the database.
	Bytes int64 `json:"-"`
}

// Summary is a conversation as the inbox lists it.
type Summary struct {
	Conversation
	LastStaff bool   `json:"lastStaff" doc:"Whether the staff wrote the newest message"`
	LastText  string `json:"lastText"`
}

// Message is one message of a conversation. IDs grow in the order of commits:
// whoever has seen one message has seen all with smaller IDs.
type Message struct {
	ID             int64     `json:"id"`
	ConversationID string    `json:"-"`
	Key            string    `json:"key" doc:"Chosen by the sender, so that nothing is kept twice"`
	Staff          bool      `json:"staff"`
	Author         string    `json:"author" doc:"The full name of the person on the staff, or the team's name"`
	Text           string    `json:"text" doc:"Empty if the message is a photo"`
	Photo          *Photo    `json:"photo,omitempty"`
	SentAt         time.Time `json:"sentAt"`
}

// bytes is what the message takes in the database.
func (m Message) bytes() int64 {
	bytes := messageBytes(m.Text)
	if m.Photo != nil {
		bytes += int64(len(m.Photo.JPEG))
	}
	return bytes
}

// inWords returns what stands for the message where only text can be shown.
func (m Message) inWords() string {
	if m.Photo != nil {
		return photoText
	}
	return m.Text
}

const (
	maxText    = 2_000
	maxName    = 100
	maxContact = 200
	maxKey     = 64
	// maxMessages is how many messages a conversation can hold. Visitors who
	// write more are asked to call.
	maxMessages = 1_000
)

// NewMessage is a message before it is stored.
type NewMessage struct {
	Key  string `json:"key" doc:"Chosen by the sender; sending the same key again changes nothing"`
	Text string `json:"text"`
}

// validate trims the text and checks it.
func (d *NewMessage) validate() error {
	d.Text = strings.TrimSpace(d.Text)
	return validate.First(
		validate.Field{Name: "text", Value: d.Text}.Required(maxText),
		validate.Field{Name: "key", Value: d.Key}.Required(maxKey),
	)
}

// messages returns the conversation's messages with IDs above after, with the
// names that visitors see.
func (c *Chat) messages(ctx context.Context, conversation string, after int64) ([]Message, error) {
	messages, err := c.store.Messages().List(ctx, conversation, after)
	for i := range messages {
		messages[i] = c.withAuthor(ctx, messages[i])
	}
	return messages, err
}

func (c *Chat) withAuthor(ctx context.Context, m Message) Message {
	if m.Staff && strings.TrimSpace(m.Author) == "" {
		m.Author = c.company(ctx).TeamName
	}
	return m
}

// addMessage adds the message to the conversation that find returns, unless a
// message with its key is there already.
func (c *Chat) addMessage(
	ctx context.Context, m Message, find func(Tx) (Conversation, error),
) (stored Message, err error) {
	// Before the message is seen, so that nobody sees its author type after it.
	if err := c.endTyping(ctx, m.ConversationID, m.Staff); err != nil {
		return Message{}, err
	}
	err = c.store.Change(ctx, m.ConversationID, func(tx Tx) error {
		conversation, err := find(tx)
		if err != nil {
			return err
		}
		stored, err = tx.Messages().ByKey(ctx, conversation.ID, m.Key)
		if errs.KindOf(err) != errs.NotFound {
			return err
		}
		used, err := c.checkRoom(ctx, tx, m)
		if err != nil {
			return err
		}
		waiting, err := tx.Messages().AwaitAnswer(ctx, conversation.ID)
		if err != nil {
			return err
		}
		if stored, err = c.putMessage(ctx, tx, conversation, m); err != nil {
			return err
		}
		if c.nearlyFull(used+m.bytes()) && !c.nearlyFull(used) {
			if err := c.queueNotice(ctx, tx, "", ReasonWarning, 0, 0); err != nil {
				return err
			}
		}
		return c.queueNoticesOf(ctx, tx, stored, conversation, waiting)
	})
	c.wakeSenders()
	return stored, err
}

// checkRoom returns an error if the conversation or the chat is full, and
// otherwise what the chat takes in the database. The staff may always answer.
func (c *Chat) checkRoom(ctx context.Context, tx Tx, m Message) (used int64, err error) {
	count, err := tx.Messages().Count(ctx, m.ConversationID)
	if err != nil {
		return 0, err
	}
	if count >= maxMessages && !m.Staff {
		return 0, errs.Errorf(errs.Invalid, "This conversation has become too long. Please call %s.", c.company(ctx).Phone)
	}
	if m.Photo != nil {
		if err := c.checkPhotoRoom(ctx, tx.Messages().CountPhotos, tx.ChatState, m); err != nil {
			return 0, err
		}
	}
	state, err := tx.ChatState(ctx)
	if err != nil || m.Staff {
		return state.Bytes, err
	}
	return state.Bytes, c.checkSpace(ctx, state.Bytes, m.bytes())
}

// putMessage stores the message and what follows from it for its conversation.
func (c *Chat) putMessage(ctx context.Context, tx Tx, conversation Conversation, m Message) (Message, error) {
	m.SentAt = c.clock.Stamp()
	bytes, unread := m.bytes(), int64(0)
	if !m.Staff {
		unread = 1
	}
	conversation.UpdatedAt, conversation.Closed = m.SentAt, conversation.Closed && m.Staff
	conversation.Bytes += bytes
	conversation.Unread += unread
	if err := tx.Conversations().Put(ctx, conversation); err != nil {
		return Message{}, err
	}
	if err := tx.AddChatTotals(ctx, bytes, unread); err != nil {
		return Message{}, err
	}
	return tx.Messages().Add(ctx, m)
}

func (c *Chat) changeConversation(ctx context.Context, id string, change func(Tx, *Conversation) error) error {
	return c.store.Change(ctx, id, func(tx Tx) error {
		conversation, err := tx.Conversations().Get(ctx, id)
		if err != nil {
			return err
		}
		if err := change(tx, &conversation); err != nil {
			return err
		}
		return tx.Conversations().Put(ctx, conversation)
	})
}
