package chat

import (
	"context"
	"fmt"
	"log/slog"
	"strings"
	"time"

	"perimeter/internal/errs"
)

// DefaultMailAfter is how long an answer waits to be seen before it is sent by
// e-mail.
const DefaultMailAfter = 2 * time.Minute

// answers is the channel of what visitors are told. Channels of the staff have
// other names.
var answers = Channel{Name: "visitors"}

// Mail is an e-mail to a visitor.
type Mail struct {
	To, Subject, Text string
}

// Mailer sends e-mails to visitors.
type Mailer interface {
	// Ready reports whether there is a mail server at the time.
	Ready(ctx context.Context) bool
	SendAnswer(ctx context.Context, mail Mail) error
}

// mailsVisitors reports whether answers can be sent by e-mail.
func (c *Chat) mailsVisitors(ctx context.Context) bool { return c.mailer != nil && c.mailer.Ready(ctx) }

// MarkSeen records that the visitor has seen the messages up to an ID.
func (c *Chat) MarkSeen(ctx context.Context, v Visitor, through int64) error {
	if err := c.requireEnabled(ctx); err != nil {
		return err
	}
	if _, err := c.limits.Allow(v.signKeys("seen", seenRate)...); err != nil {
		return err
	}
	conversation, err := c.store.Conversation(ctx, v.conversationID())
	if err != nil || conversation.SeenTo >= through {
		return err
	}
	return c.changeConversation(ctx, conversation.ID, func(tx Tx, conversation *Conversation) error {
		newest, err := tx.Messages().NewestID(ctx, conversation.ID)
		if err != nil {
			return err
		}
		// Messages that do not exist yet cannot have been seen.
		conversation.SeenTo = max(conversation.SeenTo, min(through, newest))
		return tx.Notices().DeleteSeen(ctx, conversation.ID, conversation.SeenTo)
	})
}

// queueAnswer stores that the visitor is to be told of an answer, if the visitor has
// left an e-mail address.
func (c *Chat) queueAnswer(ctx context.Context, tx Tx, m Message) error {
	if !c.mailsVisitors(ctx) {
		return nil
	}
	conversation, err := tx.Conversations().Get(ctx, m.ConversationID)
	if err != nil || c.reach(conversation.Contact).Email == "" {
		return err
	}
	return tx.Notices().Put(ctx, PendingNotice{
		Conversation: m.ConversationID, Channel: answers.Name, Reason: ReasonAnswer,
		Through: m.ID, CreatedAt: m.SentAt, DueAt: m.SentAt.Add(c.mailAfter),
	})
}

// deliverAnswers sends the answers that visitors have not seen, until ctx ends.
func (c *Chat) deliverAnswers(ctx context.Context, log *slog.Logger) {
	poll := time.NewTicker(min(noticePoll, c.mailAfter))
	defer poll.Stop()
	for {
		if err := c.deliverDueAnswers(ctx, log); err != nil && ctx.Err() == nil {
			log.Warn("could not look for answers to send", "error", err.Error())
		}
		select {
		case <-ctx.Done():
			return
		case <-poll.C:
		}
	}
}

// deliverDueAnswers sends one e-mail for each conversation with answers that are
// due. They are claimed one by one, so that no claim ends before its turn comes.
func (c *Chat) deliverDueAnswers(ctx context.Context, log *slog.Logger) error {
	for ctx.Err() == nil {
		claimed, err := c.claim(ctx, answers, 1)
		if err != nil || len(claimed) == 0 {
			return err
		}
		if err := c.deliverAnswer(ctx, claimed[0], log); err != nil {
			return err
		}
	}
	return nil
}

// deliverAnswer sends the answers of a conversation that the visitor has neither
// seen nor been sent.
func (c *Chat) deliverAnswer(ctx context.Context, n PendingNotice, log *slog.Logger) error {
	conversation, err := c.store.Conversation(ctx, n.Conversation)
	if errs.KindOf(err) == errs.NotFound {
		return nil // deleted meanwhile, with its notices
	}
	if err != nil {
		return err
	}
	messages, err := c.messages(ctx, n.Conversation, max(conversation.SeenTo, conversation.MailedTo))
	if err != nil {
		return err
	}
	unseen := []Message{}
	for _, m := range messages {
		if m.Staff {
			unseen = append(unseen, m)
		}
	}
	to := c.reach(conversation.Contact).Email
	if len(unseen) == 0 || to == "" {
		return c.settle(ctx, answers, []PendingNotice{n}, false)
	}
	link, token := c.newLink(n.Conversation)
	if err := c.store.Write(ctx, func(tx Tx) error { return tx.Resumption().PutLink(ctx, link) }); err != nil {
		return err
	}
	sending, cancel := context.WithTimeout(ctx, noticeTimeout)
	err = c.mailer.SendAnswer(sending, c.answerMail(ctx, to, conversation.Name, unseen, c.visitorURL+"#chat="+token))
	cancel()
	if err == nil {
		// Also while the server stops: otherwise the e-mail would be sent again.
		return c.settleAnswer(context.WithoutCancel(ctx), n, unseen[len(unseen)-1].ID)
	}
	if ctx.Err() != nil {
		return err // the server stops; the claim ends by itself
	}
	log.Warn("could not send an answer by e-mail; it will be tried again", "conversation", n.Conversation, "error", err.Error())
	if err := c.store.Write(ctx, func(tx Tx) error { return tx.Resumption().DeleteLink(ctx, link.TokenHash) }); err != nil {
		return err
	}
	return c.failed(ctx, answers, []PendingNotice{n}, err, log)
}

// settleAnswer records what was sent, which the staff see in the thread. If there is
// a newer answer by now, its e-mail follows.
func (c *Chat) settleAnswer(ctx context.Context, n PendingNotice, through int64) error {
	now := c.clock.Stamp()
	err := c.changeConversation(ctx, n.Conversation, func(tx Tx, conversation *Conversation) error {
		conversation.MailedTo = max(conversation.MailedTo, through)
		settled, err := tx.Notices().Settle(ctx, n)
		if err == nil && !settled {
			n.DueAt, n.Attempts = now.Add(c.mailAfter), 0
			err = tx.Notices().Reschedule(ctx, n)
		}
		if err != nil {
			return err
		}
		return tx.Notices().PutDelivery(ctx, answers.Name, now)
	})
	if errs.KindOf(err) == errs.NotFound {
		return nil // deleted meanwhile
	}
	return err
}

func (c *Chat) answerMail(ctx context.Context, to, name string, unseen []Message, link string) Mail {
	company := c.company(ctx)
	var text strings.Builder
	fmt.Fprintf(&text, "Hello %s,\n\n%s has answered you:\n", name, unseen[len(unseen)-1].Author)
	for _, m := range unseen {
		fmt.Fprintf(&text, "\n%s\n", m.inWords())
	}
	fmt.Fprintf(&text, "\nRead the conversation and answer here. The link works once, for %d days:\n\n%s\n\n", int(linkLifetime.Hours()/24), link)
	fmt.Fprintf(&text, "You can also call %s.\n\n%s\n\nYou get this e-mail because this address was left in the chat on our website.\n",
		company.Phone, company.Name)
	return Mail{To: to, Subject: "An answer from " + company.Name, Text: text.String()}
}
