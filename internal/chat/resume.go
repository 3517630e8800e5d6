package chat

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"time"

	"perimeter/internal/errs"
	"perimeter/internal/limit"
)

// A link in an e-mail lets a visitor take up the conversation in another browser.
// The browser gets a token of its own, which stands for the conversation until it
// expires. The token of the link is in the URL's fragment, which browsers send to
// no server, and only its hash is stored.

const (
	// linkLifetime is how long a link works.
	linkLifetime = 7 * 24 * time.Hour
	// resumedPrefix begins the ID in the tokens of browsers that used a link. Other
	// IDs hold only capital letters and digits.
	resumedPrefix = "r-"
)

// linkRate is how often one network may use links. Nobody can guess a token; this
// bounds the cost of trying.
var linkRate = limit.Rate{Burst: 20, Every: 10 * time.Second}

// Link lets a visitor take up a conversation.
type Link struct {
	TokenHash    [32]byte
	Conversation string
	ExpiresAt    time.Time
	Used         bool
}

// newLink returns a link to the conversation and its token.
func (c *Chat) newLink(conversation string) (link Link, token string) {
	token = rand.Text()
	return Link{
		TokenHash: sha256.Sum256([]byte(token)), Conversation: conversation, ExpiresAt: c.clock.Stamp().Add(linkLifetime),
	}, token
}

// Resume lets the visitor take up the conversation of a link. It works once, except
// that a browser which has the conversation already may use the link again. If
// changed, the browser has to use the token of the visitor that is returned.
func (c *Chat) Resume(ctx context.Context, current Visitor, token string) (v Visitor, changed bool, err error) {
	if err := c.requireEnabled(ctx); err != nil {
		return Visitor{}, false, err
	}
	if _, err := c.limits.Allow(limit.NetworkKeys("chat link", current.ClientIP, linkRate)...); err != nil {
		return Visitor{}, false, err
	}
	id := resumedPrefix + rand.Text()
	signature, err := c.tokens.Sign(ctx, id)
	if err != nil {
		return Visitor{}, false, err
	}
	v = Visitor{Token: id + "." + signature, ClientIP: current.ClientIP}
	hash := sha256.Sum256([]byte(token))
	err = c.store.Write(ctx, func(tx Tx) error {
		link, err := tx.Resumption().Link(ctx, hash)
		if err != nil {
			return err
		}
		if _, err := tx.Conversations().Get(ctx, link.Conversation); err != nil {
			return err
		}
		now := c.clock.Stamp()
		if !now.Before(link.ExpiresAt) {
			return errs.Errorf(errs.NotFound, "The link has expired.")
		}
		unused, err := tx.Resumption().UseLink(ctx, hash)
		if err != nil {
			return err
		}
		if link.Conversation == current.conversationID() {
			v, changed = current, false
			return nil
		}
		if !unused {
			return errs.Errorf(errs.NotFound, "The link was used before.")
		}
		changed = true
		if err := tx.Resumption().PutVisitor(ctx, v.conversationID(), link.Conversation, now.Add(c.retention)); err != nil {
			return err
		}
		v.resumed = link.Conversation
		return nil
	})
	if errs.KindOf(err) == errs.NotFound {
		return Visitor{}, false, errs.Errorf(errs.NotFound,
			"This link does not work any more. Please write to us again, or call %s.", c.company(ctx).Phone)
	}
	return v, changed, err
}
