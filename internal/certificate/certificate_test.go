package certificate_test

import (
	"context"
	"crypto/tls"
	"fmt"
	"io/fs"
	"net"
	"net/http"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"perimeter/internal/certificate"
	"perimeter/internal/store"
	"perimeter/internal/testkit"
	"perimeter/internal/testkit/blackbox/acme"
)

func TestTheFirstCertificateIsObtainedAndKeptPrivate(t *testing.T) {
	t.Parallel()
	storage := files(t)
	r := newRig(t, acme.Config{Lifetime: sixDays}, storage)
	run(t, r.Certificates)
	r.first(t)
	seen, err := r.visit(t.Context(), r.acme.Client(r.port))
	if err != nil {
		t.Fatal(err)
	}
	if err := seen.VerifyHostname(r.name); err != nil {
		t.Error(err)
	}
	keys := 0
	err = filepath.WalkDir(storage.Path, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || filepath.Base(filepath.Dir(path)) == "locks" {
			return err
		}
		info, err := entry.Info()
		if err == nil && info.Mode().Perm() != 0o600 {
			t.Errorf("%s can be read by others: %s", path, info.Mode())
		}
		if filepath.Ext(path) == ".key" {
			keys++
		}
		return err
	})
	if err != nil || keys < 2 { // of the certificate and the account
		t.Errorf("%d keys, %v", keys, err)
	}
	if strings.Contains(r.log.String(), "PRIVATE") {
		t.Error("the log has a key")
	}
	for host, want := range map[string]bool{"other.example": false, "": true, strings.ToUpper(r.name): true} {
		c, err := tls.Dial("tcp", fmt.Sprintf("127.0.0.1:%d", r.port), &tls.Config{ServerName: host, InsecureSkipVerify: true}) //nolint:gosec // any certificate will do
		if (err == nil) != want {
			t.Errorf("a client that asks for %q: %v", host, err)
		}
		if err == nil {
			_ = c.Close()
		}
	}
}

func TestACertificateIsRenewedUnderLoadWhenTheServerAsks(t *testing.T) {
	t.Parallel()
	var asking, replaces atomic.Bool
	r := newRig(t, acme.Config{Lifetime: sixDays, Renewed: true, Intercept: func(w http.ResponseWriter, request *http.Request, body []byte) bool {
		if acme.IsRenewal(request, body) {
			replaces.Store(true)
			asking.Store(false) // of the new certificate nothing is asked
		}
		if acme.IsRenewalInfo(request) && asking.Load() {
			acme.AskNow(w)
			return true
		}
		return false
	}}, files(t))
	run(t, r.Certificates)
	before := r.first(t)

	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan struct{})
	visits := 0
	go func() {
		defer close(ended)
		for client := r.acme.Client(r.port); ctx.Err() == nil; visits++ {
			if _, err := r.visit(t.Context(), client); err != nil {
				t.Error(err)
				return
			}
		}
	}()
	asking.Store(true)
	wait(t, r, "renewal", func() bool { return r.Leaf(r.name).SerialNumber.Cmp(before.SerialNumber) != 0 })
	stop()
	<-ended
	if visits == 0 || !replaces.Load() {
		t.Errorf("%d visits; the order named what it replaces: %v", visits, replaces.Load())
	}
	seen, err := r.visit(t.Context(), r.acme.Client(r.port))
	if err != nil || seen.SerialNumber.Cmp(before.SerialNumber) == 0 {
		t.Errorf("the old certificate is still shown, %v", err)
	}
}

func TestACertificateOfSixDaysIsRenewedInItsLastThird(t *testing.T) {
	t.Parallel()
	storage := files(t)
	r := newRig(t, acme.Config{Lifetime: sixDays}, storage)
	r.age(t, storage, sixDays*2/3+time.Hour)
	run(t, r.Certificates)
	wait(t, r, "renewal", func() bool { return r.Leaf(r.name) != nil && r.Leaf(r.name).SerialNumber.Int64() != 77 })
	state := r.States(t.Context())[0]
	if from := state.NotAfter.Sub(state.RenewFrom); from < sixDays/6 || from > sixDays*2/3 || state.Overdue {
		t.Errorf("the next renewal begins %s before the end: %+v", from, state)
	}
	if _, err := r.visit(t.Context(), r.acme.Client(r.port)); err != nil {
		t.Error(err)
	}
}

func TestAnOrderThatReplacesNothingAnyMoreIsPlacedAgain(t *testing.T) {
	t.Parallel()
	var asking atomic.Bool
	var refused atomic.Int32
	r := newRig(t, acme.Config{Lifetime: sixDays, Renewed: true, Intercept: func(w http.ResponseWriter, request *http.Request, body []byte) bool {
		switch {
		case acme.IsRenewalInfo(request) && asking.Load():
			acme.AskNow(w)
			return true
		case acme.IsRenewal(request, body):
			refused.Add(1)
			asking.Store(false)
			acme.Problem(w, http.StatusConflict, "alreadyReplaced")
			return true
		}
		return false
	}}, files(t))
	run(t, r.Certificates)
	before := r.first(t)
	asking.Store(true)
	wait(t, r, "renewal", func() bool { return r.Leaf(r.name).SerialNumber.Cmp(before.SerialNumber) != 0 })
	if refused.Load() != 1 {
		t.Errorf("%d orders were refused", refused.Load())
	}
}

func TestAnUnknownConflictIsAvoidedInTheNextAttempt(t *testing.T) {
	t.Parallel()
	storage := files(t)
	var asking atomic.Bool
	var refused atomic.Int32
	r := newRig(t, acme.Config{Lifetime: sixDays, Renewed: true, Intercept: func(w http.ResponseWriter, request *http.Request, body []byte) bool {
		switch {
		case acme.IsRenewalInfo(request) && asking.Load():
			acme.AskNow(w)
			return true
		case acme.IsRenewal(request, body):
			refused.Add(1)
			acme.Problem(w, http.StatusConflict, "conflict")
			return true
		}
		return false
	}}, storage)
	run(t, r.Certificates)
	r.first(t)
	if !r.UsesARI(r.name) {
		t.Error("the first certificate is renewed without ARI")
	}
	asking.Store(true)
	wait(t, r, "refusal", func() bool { return refused.Load() > 0 && !r.UsesARI(r.name) })
	if _, err := r.visit(t.Context(), r.acme.Client(r.port)); err != nil {
		t.Errorf("after the refusal: %v", err)
	}
}

// TestTheOldCertificateGoesOn breaks the renewal in every way. The certificate is past
// the middle of its renewal window, so the owner is told, once.
func TestTheOldCertificateGoesOn(t *testing.T) {
	t.Parallel()
	for problem, tt := range map[string]struct {
		intercept func(http.ResponseWriter, *http.Request) bool
		full      bool
	}{
		"away":    {intercept: func(http.ResponseWriter, *http.Request) bool { panic(http.ErrAbortHandler) }},
		"limited": {intercept: func(w http.ResponseWriter, r *http.Request) bool { return acme.IsOrder(r) && tooMany(w) }},
		"no disk": {full: true, intercept: func(http.ResponseWriter, *http.Request) bool { return false }},
	} {
		t.Run(problem, func(t *testing.T) {
			t.Parallel()
			var orders atomic.Int32
			storage := &smallStorage{Folder: files(t)}
			r := newRig(t, acme.Config{Lifetime: sixDays, Intercept: func(w http.ResponseWriter, request *http.Request, _ []byte) bool {
				if acme.IsOrder(request) {
					orders.Add(1)
				}
				return tt.intercept(w, request)
			}}, storage)
			r.age(t, storage, sixDays*5/6+time.Hour)
			storage.full.Store(tt.full)
			run(t, r.Certificates)
			wait(t, r, "warning with a reason", func() bool {
				state := r.States(t.Context())[0]
				return r.warns.count() > 0 && state.Overdue && (state.Failure != "" || tt.full)
			})
			if seen, err := r.visit(t.Context(), r.acme.Client(r.port)); err != nil || seen.SerialNumber.Int64() != 77 {
				t.Errorf("the old certificate is not shown: %v", err)
			}
			for range 10 {
				r.WarnIfOverdue(t.Context())
			}
			if warned := r.warns.count(); warned != 1 && !tt.full { // what is not stored is not known
				t.Errorf("the owner was told %d times", warned)
			}
			if text := r.Warning(t.Context()); !strings.Contains(text, r.name) || !strings.Contains(text, "valid until") {
				t.Errorf("%q", text)
			}
			if n := orders.Load(); n > 1 {
				t.Errorf("%d orders within a minute", n)
			}
		})
	}
}

func TestReplicasThatLookAtTheSameTimeTellTheOwnerOnce(t *testing.T) {
	t.Parallel()
	storage := files(t)
	r := newRig(t, acme.Config{Lifetime: sixDays, Intercept: func(http.ResponseWriter, *http.Request, []byte) bool {
		panic(http.ErrAbortHandler)
	}}, storage)
	r.age(t, storage, sixDays*5/6+time.Hour)
	run(t, r.Certificates)
	wait(t, r, "overdue certificate", func() bool { return r.States(t.Context())[0].Overdue })
	var group sync.WaitGroup
	for range 4 {
		group.Go(func() { r.WarnIfOverdue(t.Context()) })
	}
	group.Wait()
	if warned := r.warns.count(); warned != 1 {
		t.Errorf("the owner was told %d times", warned)
	}
}

func tooMany(w http.ResponseWriter) bool {
	w.Header().Set("Retry-After", "3600")
	acme.Problem(w, http.StatusTooManyRequests, "rateLimited")
	return true
}

// smallStorage can have no space left.
type smallStorage struct {
	*certificate.Folder
	full atomic.Bool
}

func (s *smallStorage) Store(ctx context.Context, key string, value []byte) error {
	if s.full.Load() {
		return syscall.ENOSPC
	}
	return s.Folder.Store(ctx, key, value)
}

func TestAHandshakeWaitsForTheStoredCertificate(t *testing.T) {
	t.Parallel()
	storage := files(t)
	r := newRig(t, acme.Config{Lifetime: sixDays}, storage)
	r.age(t, storage, time.Hour)
	begun := make(chan struct{})
	config := r.TLSConfig()
	find := config.GetCertificate
	config.GetCertificate = func(hello *tls.ClientHelloInfo) (*tls.Certificate, error) {
		close(begun)
		return find(hello)
	}
	visitor, site := net.Pipe()
	t.Cleanup(func() { _, _ = visitor.Close(), site.Close() })
	var asking sync.WaitGroup
	asking.Go(func() {
		asks := tls.Client(visitor, &tls.Config{ServerName: r.name, RootCAs: r.acme.Roots, MinVersion: tls.VersionTLS12})
		if err := asks.HandshakeContext(t.Context()); err != nil {
			t.Errorf("the visitor: %v", err)
		}
	})
	asking.Go(func() {
		if err := tls.Server(site, config).HandshakeContext(t.Context()); err != nil {
			t.Errorf("the site: %v", err)
		}
	})
	<-begun
	run(t, r.Certificates)
	asking.Wait()
}

func TestReplicasShareOneCertificate(t *testing.T) {
	t.Parallel()
	for engine, open := range map[string]func(*testing.T) *store.Store{"SQLite": openSQLite, "PostgreSQL": openPostgres} {
		t.Run(engine, func(t *testing.T) {
			t.Parallel()
			db := open(t).Certificates()
			r := newRig(t, acme.Config{Lifetime: sixDays}, certificate.NewStorage(db))
			all := []*certificate.Certificates{r.Certificates}
			for range 2 {
				cfg := r.Config
				cfg.Storage = certificate.NewStorage(db)
				other := certificate.New(cfg)
				t.Cleanup(other.Close)
				all = append(all, other)
			}
			for _, replica := range all {
				run(t, replica)
			}
			for i, replica := range all {
				wait(t, r, "certificate of a replica", func() bool { return replica.Leaf(r.name) != nil })
				if replica.Leaf(r.name).SerialNumber.Cmp(all[0].Leaf(r.name).SerialNumber) != 0 {
					t.Errorf("replica %d has another certificate", i)
				}
			}
			if n := r.acme.Orders(); n != 1 {
				t.Errorf("%d orders", n)
			}
		})
	}
}

func openSQLite(t *testing.T) *store.Store {
	t.Helper()
	return testkit.NewStore(t)
}

func openPostgres(t *testing.T) *store.Store {
	t.Helper()
	return testkit.OpenStore(t, store.Config{DatabaseURL: testkit.PostgresURL(t)})
}
