package chat

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"perimeter/internal/validate"
)

// The number of conversations on a page of the inbox.
const (
	defaultInboxLimit = 50
	maxInboxLimit     = 200
)

// InboxQuery chooses one page of the inbox. Zero values mean the first page of
// all conversations.
type InboxQuery struct {
	Search string // part of a message, a note, a name or contact details
	After  string // Inbox.Next of the page before
	Limit  int
}

// Inbox is one page of the conversations, and what the staff need with them.
type Inbox struct {
	Conversations    []Summary `json:"conversations" doc:"Those with unread messages first, then by the newest message"`
	Next             string    `json:"next" doc:"What to ask for the next page with; empty on the last page"`
	Unread           int64     `json:"unread" doc:"How many messages nobody has read, on all pages"`
	Replies          []string  `json:"replies" doc:"Texts that the staff keep at hand"`
	RepliesUpdatedAt time.Time `json:"repliesUpdatedAt" doc:"When the replies were last saved"`
	UsedPercent      int64     `json:"usedPercent" doc:"How full the chat is; at 100 visitors cannot write any more"`
	NearlyFull       bool      `json:"nearlyFull" doc:"Whether conversations should be deleted soon"`
}

// Inbox returns one page of the conversations, and the quick replies.
func (c *Chat) Inbox(ctx context.Context, q InboxQuery) (Inbox, error) {
	search := strings.TrimSpace(q.Search)
	if err := (validate.Field{Name: "search", Value: search}).Within(validate.MaxLine); err != nil {
		return Inbox{}, err
	}
	after, err := parsePosition(q.After)
	if err != nil {
		return Inbox{}, err
	}
	limit := min(cmp.Or(max(q.Limit, 0), defaultInboxLimit), maxInboxLimit)
	// One more than asked for shows whether there is another page.
	list, err := c.store.Conversations(ctx, ConversationQuery{Search: search, After: after, Limit: limit + 1})
	if err != nil {
		return Inbox{}, err
	}
	inbox := Inbox{Conversations: list[:min(len(list), limit)]}
	if len(list) > limit {
		inbox.Next = list[limit-1].position().String()
	}
	for i := range inbox.Conversations {
		if inbox.Conversations[i].LastText == "" { // only a photo has no text
			inbox.Conversations[i].LastText = photoText
		}
	}
	state, err := c.store.ChatState(ctx)
	if err != nil {
		return Inbox{}, err
	}
	inbox.RepliesUpdatedAt = state.RepliesUpdatedAt
	inbox.Unread, inbox.UsedPercent, inbox.NearlyFull = state.Unread, state.Bytes*100/c.maxBytes, c.nearlyFull(state.Bytes)
	inbox.Replies, err = c.store.ChatReplies(ctx)
	return inbox, err
}

// ConversationQuery chooses conversations in the order of the inbox: those with
// unread messages first, then by the time of the newest message, the newest first,
// then by ID.
type ConversationQuery struct {
	Search string // "" means all
	After  Position
	Limit  int
}

// Position is where a conversation stands in the order of the inbox.
type Position struct {
	Unread    bool
	UpdatedAt time.Time
	ID        string
}

// InboxStart is the position before all conversations.
var InboxStart = Position{Unread: true, UpdatedAt: time.UnixMicro(math.MaxInt64)}

func (s Summary) position() Position {
	return Position{Unread: s.Unread > 0, UpdatedAt: s.UpdatedAt, ID: s.ID}
}

func (p Position) String() string {
	return fmt.Sprintf("%t.%d.%s", p.Unread, p.UpdatedAt.UnixMicro(), p.ID)
}

// parsePosition reads what String wrote; "" means the start.
func parsePosition(text string) (Position, error) {
	if text == "" {
		return InboxStart, nil
	}
	invalid := validate.Field{Name: "after"}.Invalid("is not a position in the inbox")
	parts := strings.SplitN(text, ".", 3)
	if len(parts) != 3 || validate.OneOf("after", parts[0], []string{"true", "false"}) != nil {
		return Position{}, invalid
	}
	micros, err := strconv.ParseInt(parts[1], 10, 64)
	if err != nil || (validate.Field{Name: "after", Value: parts[2]}).Within(validate.MaxLine) != nil {
		return Position{}, invalid
	}
	return Position{Unread: parts[0] == "true", UpdatedAt: time.UnixMicro(micros), ID: parts[2]}, nil
}
