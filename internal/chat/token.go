package chat

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"net/netip"
	"strings"

	"perimeter/internal/errs"
)

// A visitor's token is a random ID and its signature, separated by a dot. Only
// tokens that this site has issued are accepted, so nobody can make up one, nor
// give a visitor one that was never issued.

const tokenSecret = "chat"

// Visitor is somebody who uses the chat.
type Visitor struct {
	Token    string // from Chat.Visitor
	ClientIP netip.Addr
	// resumed is the conversation that the visitor has taken up through a link, or
	// "" for a visitor who writes in the browser in which the conversation began.
	resumed string
}

// Visitor returns the visitor with the token. If the token was not issued here,
// it returns a new visitor, and known is false.
func (c *Chat) Visitor(ctx context.Context, token string, clientIP netip.Addr) (v Visitor, known bool, err error) {
	if err := c.requireEnabled(ctx); err != nil {
		return Visitor{}, false, err
	}
	id, signature, _ := strings.Cut(token, ".")
	if known, err = c.tokens.Verify(ctx, signature, id); err != nil {
		return Visitor{}, false, err
	}
	v = Visitor{Token: token, ClientIP: clientIP}
	if known && strings.HasPrefix(id, resumedPrefix) {
		v.resumed, err = c.store.ResumedConversation(ctx, v.conversationID(), c.clock.Stamp())
		if errs.KindOf(err) == errs.NotFound {
			known, err = false, nil // it has expired
		}
	}
	if err != nil || known {
		return v, known, err
	}
	id = rand.Text()
	signature, err = c.tokens.Sign(ctx, id)
	return Visitor{Token: id + "." + signature, ClientIP: clientIP}, false, err
}

// conversationID returns the ID of the visitor's conversation. It is known
// before the first message, and does not reveal the token.
func (v Visitor) conversationID() string {
	if v.resumed != "" {
		return v.resumed
	}
	sum := sha256.Sum256([]byte(v.Token))
	return hex.EncodeToString(sum[:16])
}
