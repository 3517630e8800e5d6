package push_test

import (
	"crypto/ecdh"
	"encoding/base64"
	"fmt"
	"strings"
	"testing"
	"time"

	"perimeter/internal/auth"
	"perimeter/internal/errs"
	"perimeter/internal/push"
	"perimeter/internal/testkit"
	"perimeter/internal/testkit/pushservice"
)

func TestTheKeyIsMadeOnceForAllReplicas(t *testing.T) {
	db := testkit.NewStore(t)
	first := testkit.Must(push.New(push.Config{Store: db.Push()}).Key(t.Context()))(t)
	second := testkit.Must(push.New(push.Config{Store: db.Push()}).Key(t.Context()))(t)
	if first != second {
		t.Errorf("two replicas have the keys %v and %v", first, second)
	}
	private := testkit.Must(ecdh.P256().NewPrivateKey(testkit.Must(base64.RawURLEncoding.DecodeString(first.Private))(t)))(t)
	if base64.RawURLEncoding.EncodeToString(private.PublicKey().Bytes()) != first.Public {
		t.Error("the two parts of the key do not belong together")
	}
}

func TestSubscriptionsAreChecked(t *testing.T) {
	p := push.New(push.Config{Store: testkit.NewStore(t).Push()})
	valid := pushservice.New(t).Subscription()
	valid.Endpoint = "https://push.example/token"
	for name, change := range map[string]func(*push.NewSubscription){
		"no endpoint":        func(d *push.NewSubscription) { d.Endpoint = "" },
		"a path":             func(d *push.NewSubscription) { d.Endpoint = "/token" },
		"no https":           func(d *push.NewSubscription) { d.Endpoint = "http://push.example/token" },
		"loopback":           func(d *push.NewSubscription) { d.Endpoint = "http://127.0.0.1/token" },
		"a password":         func(d *push.NewSubscription) { d.Endpoint = "https://a:b@push.example/" },
		"too long":           func(d *push.NewSubscription) { d.Endpoint += strings.Repeat("x", 1000) },
		"no key":             func(d *push.NewSubscription) { d.Keys.P256dh = "" },
		"no point":           func(d *push.NewSubscription) { d.Keys.P256dh = strings.Repeat("A", 87) },
		"a secret too short": func(d *push.NewSubscription) { d.Keys.Auth = "AAAA" },
	} {
		draft := valid
		change(&draft)
		if err := p.Subscribe(t.Context(), [32]byte{}, draft); errs.KindOf(err) != errs.Invalid {
			t.Errorf("%s: the error is %v", name, err)
		}
	}
}

func TestAPersonHasABoundedNumberOfBrowsers(t *testing.T) {
	db := testkit.NewStore(t)
	session := auth.SessionHash("token")
	err := db.Auth().Write(t.Context(), func(tx auth.Tx) error {
		user, err := tx.Users().Put(t.Context(), auth.User{Username: "anna", Role: auth.RoleAdmin})
		if err != nil {
			return err
		}
		return tx.Sessions().Put(t.Context(), auth.Session{TokenHash: session, UserID: user.ID})
	})
	if err != nil {
		t.Fatal(err)
	}
	now := time.Date(2026, 3, 2, 12, 0, 0, 0, time.UTC)
	p := push.New(push.Config{Store: db.Push(), Clock: func() time.Time { return now }})
	draft := pushservice.New(t).Subscription()
	for i := range 12 {
		now = now.Add(time.Minute)
		draft.Endpoint = fmt.Sprintf("https://push.example/%d", i)
		if err := p.Subscribe(t.Context(), session, draft); err != nil {
			t.Fatal(err)
		}
	}
	all := testkit.Must(p.Recipients(t.Context()))(t)
	if len(all) != 10 || all[0].Endpoint != "https://push.example/2" {
		t.Errorf("%d browsers, the oldest is %s", len(all), all[0].Endpoint)
	}
	now = now.Add(91 * 24 * time.Hour)
	if all := testkit.Must(p.Recipients(t.Context()))(t); len(all) > 0 {
		t.Errorf("%d browsers that nobody has used for long get notices", len(all))
	}
}
