package auth

import (
	"testing"
	"time"

	"github.com/pquerna/otp/totp"
)

// FuzzTOTP checks that nothing but one of the three current codes is accepted, and
// none twice.
func FuzzTOTP(f *testing.F) {
	const secret = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP"
	now := time.Unix(1_800_000_000, 0)
	var codes []string
	for _, skew := range []time.Duration{-totpPeriod, 0, totpPeriod} {
		code, err := totp.GenerateCode(secret, now.Add(skew))
		if err != nil {
			f.Fatal(err)
		}
		codes = append(codes, code)
		f.Add(code)
		f.Add(" " + code)
		f.Add(code + "\n")
		f.Add(code[:5])
	}
	f.Add("")
	f.Add("１２３４５６")
	f.Fuzz(func(t *testing.T, code string) {
		current := TOTP{Secret: secret}
		used, ok := current.match(code, now)
		want := code == codes[0] || code == codes[1] || code == codes[2]
		if ok != want {
			t.Errorf("%q is accepted: %v, want %v", code, ok, want)
		}
		current.UsedStep = used
		if _, again := current.match(code, now); again {
			t.Errorf("%q is accepted twice", code)
		}
		if broken, ok := (TOTP{Secret: code}).match("000000", now); ok && broken == 0 {
			t.Errorf("the secret %q accepts a code of no period", code)
		}
	})
}
