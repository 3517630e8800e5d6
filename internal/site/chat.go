package site

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"net/netip"
	"strings"
	"time"
)

// Conversation is what one visitor and the staff write to each other.
type Conversation struct {
	// ID is made from the token that the visitor's browser alone knows.
	ID        string    `json:"id"`
	StartedAt time.Time `json:"startedAt"`
	UpdatedAt time.Time `json:"updatedAt" doc:"When the newest message was sent"`
	Closed    bool      `json:"closed" doc:"Until the visitor writes again"`
	ReadTo    int64     `json:"readTo" doc:"The newest message that the staff have read"`
	Name      string    `json:"name" doc:"Empty until the visitor gives it"`
	Contact   string    `json:"contact" doc:"A phone number or an e-mail address, empty until the visitor gives it"`
	Page      string    `json:"page" doc:"The path on which the visitor began to write"`
}

// ConversationSummary is a conversation as a list shows it.
type ConversationSummary struct {
	Conversation
	Unread    int64  `json:"unread" doc:"How many of the visitor's messages nobody has read"`
	LastStaff bool   `json:"lastStaff" doc:"Whether the staff wrote the newest message"`
	LastText  string `json:"lastText"`
}

// ChatMessage is one message. Ids grow in the order in which messages are
// committed: who has seen one has seen all before it.
type ChatMessage struct {
	ID             int64     `json:"id"`
	ConversationID string    `json:"-"`
	Key            string    `json:"key" doc:"Chosen by the sender, so that nothing is kept twice"`
	Staff          bool      `json:"staff"`
	Author         string    `json:"author" doc:"The name of the person on the staff"`
	Text           string    `json:"text"`
	SentAt         time.Time `json:"sentAt"`
}

// ChatState is what is known about the chat as a whole.
type ChatState struct {
	Version     int64 // changes with every conversation
	StaffSeenAt time.Time
}

// ChatReader reads conversations.
type ChatReader interface {
	ChatState(ctx context.Context) (ChatState, error)
	// ChatReplies returns the texts that the staff keep at hand.
	ChatReplies(ctx context.Context) ([]string, error)
	Conversation(ctx context.Context, id string) (Conversation, error)
	// Conversations returns those with the newest messages first.
	Conversations(ctx context.Context, limit int) ([]ConversationSummary, error)
	// ChatMessages returns the conversation's messages after the one given.
	ChatMessages(ctx context.Context, conversation string, after int64) ([]ChatMessage, error)
	ChatMessageByKey(ctx context.Context, conversation, key string) (ChatMessage, error)
	CountChatMessages(ctx context.Context, conversation string) (int64, error)
}

// ChatWriter writes conversations.
type ChatWriter interface {
	// PutConversation inserts the conversation, or replaces all of it but where
	// and when it began.
	PutConversation(ctx context.Context, c Conversation) error
	// AddChatMessage inserts the message and returns it with its id. A key that
	// the conversation has already is a Conflict.
	AddChatMessage(ctx context.Context, m ChatMessage) (ChatMessage, error)
	// DeleteConversation deletes the conversation with its messages.
	DeleteConversation(ctx context.Context, id string) error
	// DeleteOldConversations deletes those without a message since the time
	// given, and returns how many they were.
	DeleteOldConversations(ctx context.Context, before time.Time) (int64, error)
	PutStaffSeen(ctx context.Context, seen time.Time) error
	PutChatReplies(ctx context.Context, replies []string) error
}

const (
	maxChatMessage = 2_000
	maxChatName    = 100
	maxChatContact = 200
	maxChatKey     = 64
	// mostChatMessages is how long a conversation can be; whoever writes more
	// is better served on the phone.
	mostChatMessages = 1_000
)

// NewChatToken makes the secret by which a visitor's browser is known again.
func NewChatToken() string { return rand.Text() }

// ValidChatToken reports whether the token has the form of ours, so that nobody
// is known by a word that others could guess.
func ValidChatToken(token string) bool {
	return len(token) == 26 && strings.Trim(token, "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567") == ""
}

// conversationID names the conversation of a token. It is known before the first
// message and does not give the token away.
func conversationID(token string) string {
	sum := sha256.Sum256([]byte(token))
	return hex.EncodeToString(sum[:16])
}

// Visitor is somebody who uses the chat.
type Visitor struct {
	Token   string
	Address netip.Addr
}

// Words are a message on its way.
type Words struct {
	Key  string `json:"key" doc:"Chosen by the sender; sending the same key again changes nothing"`
	Text string `json:"text"`
}

func (w *Words) check() error {
	w.Text = strings.TrimSpace(w.Text)
	return firstError(
		field{"text", w.Text}.required(maxChatMessage),
		field{"key", w.Key}.required(maxChatKey),
	)
}

// chatIsOurs refuses to chat where the site file names another provider.
func (s *Site) chatIsOurs() error {
	if s.identity.Chat.Provider != ChatOwn {
		return Errorf(NotFound, "There is no chat here. Please call %s.", s.identity.Phone)
	}
	return nil
}

// SendAsVisitor keeps a visitor's message and begins the conversation if it is
// the first. The page is where the visitor is.
func (s *Site) SendAsVisitor(ctx context.Context, v Visitor, page string, w Words) (ChatMessage, error) {
	if err := s.chatIsOurs(); err != nil {
		return ChatMessage{}, err
	}
	if err := w.check(); err != nil {
		return ChatMessage{}, err
	}
	id, network := conversationID(v.Token), networkOf(v.Address).String()
	if err := s.chat.pace.take(demand{"visitor " + id, visitorPace}, demand{"address " + network, networkPace}); err != nil {
		return ChatMessage{}, err
	}
	begins := false
	message, err := s.keepMessage(ctx, ChatMessage{ConversationID: id, Key: w.Key, Text: w.Text}, func(tx Tx) (Conversation, error) {
		c, err := tx.Conversation(ctx, id)
		if KindOf(err) == NotFound {
			begins = true
			return Conversation{ID: id, StartedAt: s.stamp(), Page: chatPage(page)},
				s.chat.pace.take(demand{"beginning " + network, beginningPace})
		}
		return c, err
	})
	if err == nil && begins {
		s.chat.announce(ChatNotice{Text: message.Text, Page: chatPage(page), SentAt: message.SentAt, Inbox: s.baseURL + BackOffice})
	}
	return message, err
}

// chatPage keeps only what is a path of ours.
func chatPage(path string) string {
	if !strings.HasPrefix(path, "/") || (field{"page", path}).within(maxLine) != nil {
		return ""
	}
	return path
}

// keepMessage adds the message to the conversation that find returns, unless it
// is there already.
func (s *Site) keepMessage(
	ctx context.Context, m ChatMessage, find func(Tx) (Conversation, error),
) (kept ChatMessage, err error) {
	err = s.store.Chat(ctx, m.ConversationID, func(tx Tx) error {
		c, err := find(tx)
		if err != nil {
			return err
		}
		kept, err = tx.ChatMessageByKey(ctx, c.ID, m.Key)
		if KindOf(err) != NotFound {
			return err
		}
		count, err := tx.CountChatMessages(ctx, c.ID)
		if err != nil {
			return err
		}
		if count >= mostChatMessages {
			return Errorf(Invalid, "This conversation has become too long. Please call %s.", s.identity.Phone)
		}
		m.SentAt = s.stamp()
		c.UpdatedAt, c.Closed = m.SentAt, c.Closed && m.Staff
		if err := tx.PutConversation(ctx, c); err != nil {
			return err
		}
		kept, err = tx.AddChatMessage(ctx, m)
		return err
	})
	return kept, err
}

// ChatContact says how to reach a visitor when nobody answers at once.
type ChatContact struct {
	Name    string `json:"name"`
	Contact string `json:"contact" doc:"A phone number or an e-mail address"`
}

// LeaveContact keeps how to reach the visitor.
func (s *Site) LeaveContact(ctx context.Context, v Visitor, contact ChatContact) (ChatContact, error) {
	if err := s.chatIsOurs(); err != nil {
		return ChatContact{}, err
	}
	contact.Name, contact.Contact = strings.TrimSpace(contact.Name), strings.TrimSpace(contact.Contact)
	if err := firstError(
		field{"name", contact.Name}.required(maxChatName),
		field{"contact", contact.Contact}.required(maxChatContact),
	); err != nil {
		return ChatContact{}, err
	}
	id, network := conversationID(v.Token), networkOf(v.Address).String()
	if err := s.chat.pace.take(demand{"visitor " + id, visitorPace}, demand{"address " + network, networkPace}); err != nil {
		return ChatContact{}, err
	}
	return contact, s.changeConversation(ctx, id, func(c *Conversation) {
		c.Name, c.Contact = contact.Name, contact.Contact
	})
}

func (s *Site) changeConversation(ctx context.Context, id string, change func(*Conversation)) error {
	return s.store.Chat(ctx, id, func(tx Tx) error {
		c, err := tx.Conversation(ctx, id)
		if err != nil {
			return err
		}
		change(&c)
		return tx.PutConversation(ctx, c)
	})
}
