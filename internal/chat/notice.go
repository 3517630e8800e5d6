package chat

import (
	"cmp"
	"context"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"time"

	"perimeter/internal/errs"
)

// Reason is why the staff are told of something.
type Reason string

// The reasons.
const (
	ReasonMessage  Reason = "message"  // a visitor has written
	ReasonContact  Reason = "contact"  // a visitor has left contact details
	ReasonReminder Reason = "reminder" // a visitor still waits for an answer
	ReasonWarning  Reason = "warning"  // the chat as a whole needs attention
	ReasonTest     Reason = "test"     // somebody on the staff wants to see a notice
	ReasonAnswer   Reason = "answer"   // the visitor, not the staff, is told of an answer

	// Reasons of Config.Warnings.
	ReasonBackup      Reason = "backup"
	ReasonCertificate Reason = "certificate"
	ReasonMonth       Reason = "month" // the message about a month
)

// Lead is one conversation as a notice describes it.
type Lead struct {
	Conversation string   `json:"conversation"`
	Reason       Reason   `json:"reason"`
	Name         string   `json:"name"`
	Contact      string   `json:"contact"`
	Page         string   `json:"page"`
	Messages     []string `json:"messages"` // that nobody has answered, oldest first
	URL          string   `json:"url"`      // where to answer
}

// Notice tells the staff of conversations, or that the chat needs attention.
// Conversations that begin in quick succession share one notice, except on a channel
// that is Separate.
type Notice struct {
	// Lead is the first of the conversations. Of a notice that only warns, it has
	// no conversation.
	Lead
	Warning string `json:"warning"` // what needs attention, or ""

	ID       string `json:"-"` // the same in every attempt
	More     []Lead `json:"-"` // further conversations; none on a channel that is Separate
	HeldBack int    `json:"-"` // how many there are besides these
	Unread   int64  `json:"-"` // how many messages nobody has read, in all conversations
}

// Leads returns all conversations of the notice.
func (n Notice) Leads() []Lead {
	if n.Conversation == "" {
		return n.More
	}
	return append([]Lead{n.Lead}, n.More...)
}

// PendingNotice is something that the staff are still to be told on one channel.
type PendingNotice struct {
	Conversation string // "" if it concerns the chat as a whole
	Channel      string
	Reason       Reason
	Through      int64     // the newest message to tell of
	CreatedAt    time.Time // since when it is tried: from when there was last something new
	DueAt        time.Time
	Attempts     int64
}

const (
	// DefaultReminder is how long a visitor waits for an answer before the staff
	// are told again.
	DefaultReminder = 3 * time.Minute
	// noticeDelay is when a notice that has something newer to tell is sent again.
	noticeDelay = 20 * time.Second
	// noticePause is how long a visitor who got no answer is silent before the staff
	// are told of the next message like of the first one.
	noticePause = time.Hour
	// maxLeads is how many conversations one notice shows.
	maxLeads = 5
)

// queueNotice stores, for every channel that is set up, that the staff are to be told.
func (c *Chat) queueNotice(ctx context.Context, tx Tx, conversation string, reason Reason, through int64, in time.Duration) error {
	now := c.clock.Stamp()
	for _, channel := range c.channels {
		// If the settings cannot be read now, the notice is tried until they can.
		if configured, err := channel.configured(ctx); err == nil && !configured {
			continue
		}
		err := tx.Notices().Put(ctx, PendingNotice{
			Conversation: conversation, Channel: channel.Name, Reason: reason,
			Through: through, CreatedAt: now, DueAt: now.Add(in),
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// queueNoticesOf stores the notices that follow from a new message. While a visitor
// waits for an answer, the staff get one notice and at most one reminder, which tell
// of all messages that were sent until then. Before is the conversation without the
// message; waiting says that the visitor waited for an answer already.
func (c *Chat) queueNoticesOf(ctx context.Context, tx Tx, m Message, before Conversation, waiting bool) error {
	if m.Staff {
		if err := tx.Notices().DeleteAnswered(ctx, m.ConversationID); err != nil {
			return err
		}
		return c.queueAnswer(ctx, tx, m)
	}
	if waiting && !before.Closed && m.SentAt.Sub(before.UpdatedAt) < noticePause {
		return nil
	}
	if err := c.queueNotice(ctx, tx, m.ConversationID, ReasonMessage, m.ID, 0); err != nil {
		return err
	}
	return c.queueNotice(ctx, tx, m.ConversationID, ReasonReminder, m.ID, c.reminder)
}

// queueContactNotice stores the notice of new contact details. If the visitor waits
// for an answer, they take the place of the reminder; if the first notice is still to
// be sent, that one tells of them.
func (c *Chat) queueContactNotice(ctx context.Context, tx Tx, conversation Conversation) error {
	newest, err := tx.Messages().NewestID(ctx, conversation.ID)
	if err != nil {
		return err
	}
	waiting, err := tx.Messages().AwaitAnswer(ctx, conversation.ID)
	if err != nil {
		return err
	}
	if !waiting || conversation.Closed {
		return c.queueNotice(ctx, tx, conversation.ID, ReasonContact, newest, 0)
	}
	now := c.clock.Stamp()
	pending, err := tx.Notices().Unclaimed(ctx, conversation.ID, now)
	if err != nil {
		return err
	}
	for _, reminder := range pending {
		first := slices.ContainsFunc(pending, func(n PendingNotice) bool {
			return n.Channel == reminder.Channel && n.Reason == ReasonMessage
		})
		if reminder.Reason != ReasonReminder || first {
			continue
		}
		if _, err := tx.Notices().Settle(ctx, reminder); err != nil {
			return err
		}
		err := tx.Notices().Put(ctx, PendingNotice{
			Conversation: conversation.ID, Channel: reminder.Channel, Reason: ReasonContact,
			Through: newest, CreatedAt: now, DueAt: now,
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// notice describes what is pending. It is empty if none of it exists any more.
func (c *Chat) notice(ctx context.Context, pending []PendingNotice) (Notice, error) {
	state, err := c.store.ChatState(ctx)
	if err != nil {
		return Notice{}, err
	}
	notice := Notice{More: []Lead{}, Unread: state.Unread}
	reasons := map[string]Reason{}
	order := []string{}
	var warned Reason
	for _, p := range pending {
		text, warns, err := c.warning(ctx, p.Reason, state)
		if err != nil {
			return Notice{}, err
		}
		if warns {
			notice.Warning = strings.TrimSpace(notice.Warning + "\n" + text)
			notice.ID, warned = cmp.Or(notice.ID, noticeID(p)), cmp.Or(warned, p.Reason)
			continue
		}
		if _, known := reasons[p.Conversation]; !known {
			order = append(order, p.Conversation)
		}
		reasons[p.Conversation] = moreTelling(reasons[p.Conversation], p.Reason)
		notice.ID = cmp.Or(notice.ID, noticeID(p))
	}
	leads := []Lead{}
	for _, id := range order {
		if len(leads) == maxLeads {
			notice.HeldBack++
			continue
		}
		lead, err := c.lead(ctx, id, reasons[id])
		if errs.KindOf(err) == errs.NotFound {
			continue // deleted meanwhile
		}
		if err != nil {
			return Notice{}, err
		}
		leads = append(leads, lead)
	}
	if len(leads) > 0 {
		notice.Lead, notice.More = leads[0], append(notice.More, leads[1:]...)
	} else {
		notice.Lead = Lead{Reason: cmp.Or(warned, ReasonWarning), Messages: []string{}, URL: c.inboxURL}
	}
	return notice, nil
}

func (n Notice) empty() bool { return n.Conversation == "" && n.Warning == "" }

// noticeID lets a receiver recognize a notice that it gets twice. Contact details that
// are corrected before the next message are another notice.
func noticeID(p PendingNotice) string {
	return fmt.Sprintf("%s-%s-%d-%d", p.Reason, p.Conversation, p.Through, p.CreatedAt.UnixMicro())
}

// moreTelling returns the reason that says more.
func moreTelling(a, b Reason) Reason {
	order := []Reason{"", ReasonMessage, ReasonReminder, ReasonContact}
	if slices.Index(order, a) > slices.Index(order, b) {
		return a
	}
	return b
}

// lead describes a conversation with the messages that nobody has answered.
func (c *Chat) lead(ctx context.Context, id string, reason Reason) (Lead, error) {
	conversation, err := c.store.Conversation(ctx, id)
	if err != nil {
		return Lead{}, err
	}
	all, err := c.store.Messages().List(ctx, id, 0)
	if err != nil {
		return Lead{}, err
	}
	unanswered := []string{}
	for _, m := range all {
		if m.Staff {
			unanswered = unanswered[:0]
		} else {
			unanswered = append(unanswered, m.inWords())
		}
	}
	return Lead{
		Conversation: id, Reason: reason, Name: conversation.Name, Contact: conversation.Contact, Page: conversation.Page,
		Messages: unanswered,
		URL:      c.inboxURL + "?panel=messages&section=" + url.QueryEscape(id),
	}, nil
}

// Warn stores, for every channel, that the staff are to be told what Config.Warnings
// has for the reason. What they are told is what it says when the notice is sent.
func (c *Chat) Warn(ctx context.Context, reason Reason) error {
	err := c.store.Write(ctx, func(tx Tx) error { return c.queueNotice(ctx, tx, "", reason, 0, 0) })
	if err == nil {
		c.wakeSenders()
	}
	return err
}

// warning returns the text of a reason that is about no conversation; warns reports
// whether it is one.
func (c *Chat) warning(ctx context.Context, reason Reason, state State) (text string, warns bool, err error) {
	if reason == ReasonWarning {
		return c.fullWarning(state.Bytes), true, nil
	}
	if describe, ok := c.warnings[reason]; ok {
		text, err = describe(ctx)
		return text, true, err
	}
	return "", false, nil
}

func (c *Chat) fullWarning(used int64) string {
	return fmt.Sprintf(
		"The chat is %d%% full. When it is full, visitors cannot write any more. Please delete conversations that are no longer needed.",
		used*100/c.maxBytes)
}
