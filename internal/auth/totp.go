package auth

import (
	"context"
	"crypto/subtle"
	"fmt"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/pquerna/otp/totp"

	"perimeter/internal/errs"
	"perimeter/internal/qrcode"
)

// TOTP is an authenticator app: it shows a new code every half minute.
type TOTP struct {
	UserID int64
	Secret string // in base32
	// UsedStep is the period of the last code that was used. No code is accepted
	// twice.
	UsedStep int64
	// Confirmed is whether the user has shown that the app works. Until then no
	// code is asked for.
	Confirmed bool
}

// NewTOTP is what an app needs to be set up.
type NewTOTP struct {
	Secret string `json:"secret" doc:"For people who cannot scan the QR code"`
	URL    string `json:"url" doc:"An otpauth URL"`
	QR     string `json:"qr" doc:"The URL as QR code, an SVG document"`
}

// CodeRequired is the code of the error that asks for a second factor.
const CodeRequired = "code_required"

var (
	errCodeRequired = &errs.Error{
		Kind: errs.Unauthorized, Code: CodeRequired, Message: "Please enter the code that your authenticator app shows.",
	}
	errWrongCode = &errs.Error{
		Kind: errs.Unauthorized, Code: CodeRequired, Message: "This code is not valid, or it was used before.",
	}
)

const (
	totpPeriod = 30 * time.Second
	// totpSkew is how many periods a phone's clock may be off.
	totpSkew = 1
)

var totpPattern = regexp.MustCompile(`^[0-9]{6}$`)

// step returns the number of the period.
func step(at time.Time) int64 { return at.Unix() / int64(totpPeriod.Seconds()) }

// match returns the period that the code belongs to, and whether it may be used.
func (t TOTP) match(code string, now time.Time) (int64, bool) {
	var matched int64
	for i := step(now) - totpSkew; i <= step(now)+totpSkew; i++ {
		want, err := totp.GenerateCode(t.Secret, time.Unix(i*int64(totpPeriod.Seconds()), 0))
		if err == nil && subtle.ConstantTimeCompare([]byte(want), []byte(code)) == 1 {
			matched = i
		}
	}
	return matched, matched > t.UsedStep
}

// checkCode checks the second factor of somebody whose password was right. In the
// transaction that acts on it, the caller must call use, which is nil if the user
// has no authenticator app.
func (a *Accounts) checkCode(ctx context.Context, at *attempt, user User, code string) (use func(Tx) error, err error) {
	app, err := a.store.Factors().TOTP(ctx, user.ID)
	if errs.KindOf(err) == errs.NotFound || err == nil && !app.Confirmed {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	code = strings.Join(strings.Fields(code), "")
	if code == "" {
		// To ask for the code says that the password was right.
		err := a.store.Write(ctx, func(tx Tx) error { return a.limits.CheckShared(ctx, tx.Uses(), at.keys...) })
		if err != nil {
			return nil, err
		}
		return nil, errCodeRequired
	}
	if !totpPattern.MatchString(code) {
		return func(tx Tx) error { return wrongCode(tx.Factors().UseRecoveryCode(ctx, user.ID, recoveryHash(code))) }, nil
	}
	if err := a.limitCode(at); err != nil {
		return nil, err
	}
	used, ok := app.match(code, a.clock.Now())
	if !ok {
		return nil, errWrongCode
	}
	return func(tx Tx) error { return wrongCode(tx.Factors().UseTOTP(ctx, app, used)) }, nil
}

func wrongCode(err error) error {
	if errs.KindOf(err) == errs.NotFound {
		return errWrongCode
	}
	return err
}

// BeginTOTP gives the user a new secret for an authenticator app. It counts once
// ConfirmTOTP was called.
func (a *Accounts) BeginTOTP(ctx context.Context, user User) (NewTOTP, error) {
	if known, err := a.store.Factors().TOTP(ctx, user.ID); err == nil && known.Confirmed {
		return NewTOTP{}, errs.Errorf(errs.Conflict, "There is an authenticator app already. Remove it first.")
	} else if err != nil && errs.KindOf(err) != errs.NotFound {
		return NewTOTP{}, err
	}
	issuer := a.siteName()
	key, err := totp.Generate(totp.GenerateOpts{Issuer: issuer, AccountName: user.Username})
	if err != nil {
		return NewTOTP{}, fmt.Errorf("make a secret: %w", err)
	}
	address := totpURL(issuer, user.Username, key.Secret())
	qr, err := qrcode.SVG(address)
	if err != nil {
		return NewTOTP{}, err
	}
	err = a.store.Write(ctx, func(tx Tx) error {
		return tx.Factors().PutTOTP(ctx, TOTP{UserID: user.ID, Secret: key.Secret()})
	})
	return NewTOTP{Secret: key.Secret(), URL: address, QR: qr}, err
}

// totpURL returns the URL that sets an app up. The library's own does not escape
// "&". Apps show a plus sign as it is, so spaces are %20; a colon separates the two
// names.
func totpURL(issuer, username, secret string) string {
	issuer = strings.ReplaceAll(issuer, ":", " ")
	values := url.Values{
		"secret": {secret}, "issuer": {issuer}, "algorithm": {"SHA1"}, "digits": {"6"},
		"period": {strconv.Itoa(int(totpPeriod.Seconds()))},
	}
	label := url.QueryEscape(issuer) + ":" + url.QueryEscape(username)
	return "otpauth://totp/" + strings.ReplaceAll(label+"?"+values.Encode(), "+", "%20")
}

// ConfirmTOTP makes the app count if the code is one of its own. The token's
// session then has a second factor. It returns new
// recovery codes if the user has none left: without them, a lost phone would keep
// the user out.
func (a *Accounts) ConfirmTOTP(ctx context.Context, token string, user User, c Credentials) (recovery []string, err error) {
	c.Username = user.Username
	err = a.limited(ctx, c, func(at *attempt) error {
		app, err := a.store.Factors().TOTP(ctx, user.ID)
		if errs.KindOf(err) == errs.NotFound {
			return errs.Errorf(errs.Conflict, "Start again: there is no authenticator app to confirm.")
		}
		if err != nil {
			return err
		}
		if err := a.limitCode(at); err != nil {
			return err
		}
		used, ok := app.match(strings.Join(strings.Fields(c.Code), ""), a.clock.Now())
		if !ok {
			return errWrongCode
		}
		left, err := a.store.Factors().RecoveryCodesLeft(ctx, user.ID)
		if err != nil {
			return err
		}
		return a.store.Write(ctx, func(tx Tx) error {
			if err := a.limits.CheckShared(ctx, tx.Uses(), at.keys...); err != nil {
				return err
			}
			if err := wrongCode(tx.Factors().UseTOTP(ctx, app, used)); err != nil {
				return err
			}
			if err := tx.Sessions().MarkSecondFactor(ctx, SessionHash(token)); err != nil || left > 0 {
				return err
			}
			recovery, err = newRecoveryCodes(ctx, tx.Factors(), user.ID)
			return err
		})
	})
	if errs.KindOf(err) == errs.Unauthorized {
		err = errs.Errorf(errs.Invalid, "%s", errWrongCode.Message)
	}
	if err != nil {
		return nil, err
	}
	return recovery, nil
}

// RemoveTOTP removes the user's authenticator app, if there is one.
func (a *Accounts) RemoveTOTP(ctx context.Context, user User) error {
	return a.store.Write(ctx, func(tx Tx) error { return tx.Factors().DeleteTOTP(ctx, user.ID) })
}
