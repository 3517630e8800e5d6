package auth

import (
	"net/netip"
	"strings"
	"time"

	"perimeter/internal/ratelimit"
)

// The limits on failed sign-ins. One client is stopped soon, without locking the
// account's owner out elsewhere; an account is stopped only when many clients
// attack it. Both are open again within a minute.
var (
	clientRate  = ratelimit.Rate{Burst: 9, Every: 6 * time.Second}
	accountRate = ratelimit.Rate{Burst: 100, Every: 600 * time.Millisecond}
)

// takeAttempt counts an attempt to sign in, or returns TooMany with the time to
// wait. Attempts that are not failures are refunded.
func (a *Accounts) takeAttempt(username string, client netip.Addr) (ratelimit.Use, error) {
	account := strings.ToLower(username)
	if !usernamePattern.MatchString(account) {
		account = "?" // nobody can have such a name, so all of them share one key
	}
	return a.limits.Take(
		ratelimit.Key{Name: "client " + ratelimit.Network(client).String(), Rate: clientRate},
		ratelimit.Key{Name: "account " + account, Rate: accountRate},
	)
}
