package auth

import (
	"context"
	"crypto/rand"
	"slices"
	"strings"
	"time"
)

// A device token marks a browser from which somebody has signed in before. It
// lets nobody in; it only gives the browser an allowance of its own for the
// accounts that it has used, which guesses from elsewhere cannot use up.
//
// It consists of a random ID and, for each account, a signature of the ID and
// the username, separated by dots. It does not reveal the usernames.

const (
	// DeviceLifetime is how long a browser is remembered after signing in.
	DeviceLifetime = 365 * 24 * time.Hour

	deviceSecret = "device"
	// maxDeviceAccounts is how many accounts one browser is remembered for.
	maxDeviceAccounts = 4
)

// knownDevice returns the ID of the device if somebody has signed in to the
// account from there, and "" otherwise.
func (a *Accounts) knownDevice(ctx context.Context, token, username string) (string, error) {
	id, signatures := splitDevice(token)
	for _, signature := range signatures {
		ok, err := a.devices.Verify(ctx, signature, id, accountName(username))
		if err != nil || ok {
			return id, err
		}
	}
	return "", nil
}

// RememberDevice returns the token of a browser from which the user has just
// signed in, given the token that it had before, if any.
func (a *Accounts) RememberDevice(ctx context.Context, token string, user User) (string, error) {
	id, signatures := splitDevice(token)
	if id == "" {
		id = rand.Text()
	}
	signature, err := a.devices.Sign(ctx, id, accountName(user.Username))
	if err != nil {
		return "", err
	}
	signatures = slices.DeleteFunc(signatures, func(s string) bool { return s == signature })
	signatures = slices.Insert(signatures, 0, signature)
	signatures = signatures[:min(len(signatures), maxDeviceAccounts)]
	return id + "." + strings.Join(signatures, "."), nil
}

// splitDevice returns the parts of a device token. The browser could have made
// up all of them.
func splitDevice(token string) (id string, signatures []string) {
	parts := strings.Split(token, ".")
	if len(parts) < 2 || len(parts) > 1+maxDeviceAccounts || len(parts[0]) != len(rand.Text()) {
		return "", nil
	}
	return parts[0], parts[1:]
}
