package store_test

import (
	"context"
	"database/sql"
	"errors"
	"io"
	"net"
	"net/url"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"perimeter/internal/auth"
	"perimeter/internal/errs"
	"perimeter/internal/record"
	"perimeter/internal/scope"
	"perimeter/internal/site"
	"perimeter/internal/store"
	"perimeter/internal/testkit"
)

func TestConcurrentOpensMigrateEmptyPostgresOnce(t *testing.T) {
	address := testkit.PostgresURL(t)
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			s, err := store.Open(t.Context(), store.Config{DatabaseURL: address, Lock: store.LockServing})
			if err != nil {
				t.Errorf("Open: %v", err)
				return
			}
			if err := errors.Join(publishSomething(t, s), s.Close()); err != nil {
				t.Errorf("publish and close: %v", err)
			}
		})
	}
	wg.Wait()
	s := testkit.OpenStore(t, store.Config{DatabaseURL: address})
	if got, err := s.Revision(t.Context()); err != nil || got != 9 {
		t.Errorf("after 8 publications the revision is %d (error %v), want 9", got, err)
	}
}

func TestOpenExistingFailsOnEmptyPostgres(t *testing.T) {
	address := testkit.PostgresURL(t)
	for range 2 { // the first attempt leaves nothing behind
		if _, err := store.Open(t.Context(), store.Config{DatabaseURL: address, Existing: true}); err == nil || !strings.Contains(err.Error(), "no site") {
			t.Errorf("Open returned %v", err)
		}
	}
	testkit.OpenStore(t, store.Config{DatabaseURL: address})
	testkit.OpenStore(t, store.Config{DatabaseURL: address, Existing: true})
}

func TestPublishSignalsOtherReplicas(t *testing.T) {
	address := testkit.PostgresURL(t)
	one := testkit.OpenStore(t, store.Config{DatabaseURL: address})
	other := testkit.OpenStore(t, store.Config{DatabaseURL: address})
	for range 3 {
		if err := publishSomething(t, one); err != nil {
			t.Fatal(err)
		}
		<-other.Changes()
		want, err := one.Revision(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if got, err := other.Revision(t.Context()); err != nil || got != want {
			t.Errorf("the other store has the revision %d (error %v), want %d", got, err, want)
		}
	}
}

func TestRevisionIsFreshAcrossReplicas(t *testing.T) {
	address := testkit.PostgresURL(t)
	one := testkit.OpenStore(t, store.Config{DatabaseURL: address})
	other := testkit.OpenStore(t, store.Config{DatabaseURL: address})
	for want := int64(2); want < 30; want++ {
		if err := publishSomething(t, one); err != nil {
			t.Fatal(err)
		}
		if got, err := other.Revision(t.Context()); err != nil || got != want {
			t.Fatalf("right after publication the other store has the revision %d (error %v), want %d", got, err, want)
		}
	}
}

func TestReplicasKnowWhichScopesTheOthersHaveChanged(t *testing.T) {
	address := testkit.PostgresURL(t)
	one := testkit.OpenStore(t, store.Config{DatabaseURL: address})
	other := testkit.OpenStore(t, store.Config{DatabaseURL: address})
	before := revisionOf(t, other)
	changed := func(want ...scope.Scope) {
		t.Helper()
		after := revisionOf(t, other)
		var got []scope.Scope
		for _, s := range []scope.Scope{scope.Posts, scope.Social, scope.Hours} {
			if other.ChangedSince(before, []scope.Scope{s}) {
				got = append(got, s)
			}
		}
		if before = after; !slices.Equal(got, want) {
			t.Errorf("the scopes %v have changed, want %v", got, want)
		}
	}
	saveHours := func(s *store.Store) {
		t.Helper()
		if err := s.Site().Publish(t.Context(), func(tx site.Tx) error {
			_, err := tx.BusinessHours().Insert(t.Context(), site.DayHours{Day: "monday"}, 0)
			return err
		}); err != nil {
			t.Fatal(err)
		}
	}
	newPostID(t, one)
	saveHours(one) // two revisions are learnt at once
	changed(scope.Posts, scope.Hours)
	saveHours(one)
	saveHours(other) // which learns of the other transaction by its own
	changed(scope.Hours)
	changed()

	// A replica of an older release raises the revision and names no scopes.
	pool, err := sql.Open("pgx", address)
	if err != nil {
		t.Fatal(err)
	}
	defer pool.Close()
	if _, err := pool.ExecContext(t.Context(), "UPDATE site_state SET revision = revision + 1"); err != nil {
		t.Fatal(err)
	}
	saveHours(one)
	changed(scope.Posts, scope.Social, scope.Hours)
	saveHours(one)
	changed(scope.Hours)
}

func TestRevisionDoesNotWaitForOtherReaders(t *testing.T) {
	s := testkit.OpenStore(t, store.Config{DatabaseURL: testkit.PostgresURL(t)})
	ctx, release := context.WithCancel(t.Context())
	defer release()
	if err := s.HoldReaders(ctx); err != nil {
		t.Fatal(err)
	}
	if got, err := s.Revision(t.Context()); err != nil || got != 1 {
		t.Errorf("with all readers busy, Revision returned %d, %v, want 1", got, err)
	}
}

func TestPostgresOutageIsUnavailableUntilItEnds(t *testing.T) {
	address := testkit.PostgresURL(t)
	direct := testkit.OpenStore(t, store.Config{DatabaseURL: address})
	way := newProxy(t, address)
	s := testkit.OpenStore(t, store.Config{DatabaseURL: way.url})
	if err := publishSomething(t, s); err != nil {
		t.Fatal(err)
	}
	<-s.Changes()

	way.cut()
	for name, call := range calls(t, s) {
		// The first call may fail on a connection that was lost unnoticed, so each
		// is made twice. Every failure must be of the right kind.
		for range 2 {
			var e *errs.Error
			if err := call(); !errors.As(err, &e) || e.Kind != errs.Unavailable || e.RetryAfter <= 0 {
				t.Errorf("without a database %s returned %v, want Unavailable with a time to come back", name, err)
			}
		}
	}
	if err := publishSomething(t, direct); err != nil {
		t.Fatal(err)
	}

	way.mend()
	<-s.Changes() // what was published meanwhile is signalled without a call
	for name, call := range calls(t, s) {
		if err := call(); err != nil {
			t.Errorf("with the database back %s returned %v", name, err)
		}
	}
}

func TestDeadConnectionsAreReplaced(t *testing.T) {
	way := newProxy(t, testkit.PostgresURL(t))
	s := testkit.OpenStore(t, store.Config{DatabaseURL: way.url})
	// All connections of the pool have just been used, so none is tried before its next use.
	var readers sync.WaitGroup
	for range 50 {
		readers.Go(func() {
			if _, err := s.Services(t.Context()); err != nil {
				t.Error(err)
			}
		})
	}
	readers.Wait()
	way.cut()
	way.mend()
	// Only the first may fail: whoever reads once more must not meet the next dead one.
	if _, err := s.Services(t.Context()); err != nil && errs.KindOf(err) != errs.Unavailable {
		t.Errorf("a dead connection gave %v, want Unavailable", err)
	}
	for range 10 {
		if _, err := s.Services(t.Context()); err != nil {
			t.Fatalf("the dead connections were not replaced: %v", err)
		}
	}
}

func TestUnresponsivePostgresTimesOut(t *testing.T) {
	way := newProxy(t, testkit.PostgresURL(t))
	s := testkit.OpenStore(t, store.Config{DatabaseURL: way.url})
	way.silence()
	if _, err := s.Revision(t.Context()); errs.KindOf(err) != errs.Unavailable {
		t.Errorf("Revision returned %v, want Unavailable", err)
	}
	if err := s.Ping(t.Context()); errs.KindOf(err) != errs.Unavailable {
		t.Errorf("Ping returned %v, want Unavailable", err)
	}
	way.cut() // so that closing the store does not wait
}

func TestOpenErrorDoesNotRevealPassword(t *testing.T) {
	free, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	if err := free.Close(); err != nil {
		t.Fatal(err)
	}
	_, err = store.Open(t.Context(), store.Config{DatabaseURL: "postgres://user:sesame@" + free.Addr().String() + "/db"})
	if errs.KindOf(err) != errs.Unavailable {
		t.Errorf("Open returned %v, want Unavailable", err)
	}
	_, malformed := store.Open(t.Context(), store.Config{DatabaseURL: "postgres://user:sesame@host:no-port/db"})
	if malformed == nil {
		t.Fatal("Open took a malformed address")
	}
	for _, err := range []error{err, malformed} {
		if strings.Contains(err.Error(), "sesame") {
			t.Errorf("the error %q tells the password", err)
		}
	}
}

func publishSomething(t *testing.T, s *store.Store) error {
	t.Helper()
	return s.Site().Publish(t.Context(), func(tx site.Tx) error { return tx.DeleteRedirect(t.Context(), record.Post, "none") })
}

func calls(t *testing.T, s *store.Store) map[string]func() error {
	t.Helper()
	return map[string]func() error{
		"Services": func() error { _, err := s.Services(t.Context()); return err },
		"Publish":  func() error { return publishSomething(t, s) },
		"Write":    func() error { return s.Auth().Write(t.Context(), func(auth.Tx) error { return nil }) },
		"Revision": func() error { _, err := s.Revision(t.Context()); return err },
		"Ping":     func() error { return s.Ping(t.Context()) },
	}
}

// proxy is a proxy to a PostgreSQL server that can be stopped and resumed.
type proxy struct {
	url    string
	server string

	silent atomic.Bool // drop everything

	mu    sync.Mutex
	isCut bool
	conns []net.Conn
}

func newProxy(t *testing.T, address string) *proxy {
	t.Helper()
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	p := &proxy{server: u.Host}
	u.Host = listener.Addr().String()
	p.url = u.String()
	t.Cleanup(func() {
		if err := listener.Close(); err != nil {
			t.Error(err)
		}
		p.cut()
	})
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			p.connect(conn)
		}
	}()
	return p
}

// cut closes all connections and refuses new ones.
func (p *proxy) cut() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.isCut = true
	for _, conn := range p.conns {
		_ = conn.Close()
	}
	p.conns = nil
}

func (p *proxy) mend() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.isCut = false
}

// silence drops all data, like a network that loses packets.
func (p *proxy) silence() { p.silent.Store(true) }

func (p *proxy) connect(client net.Conn) {
	p.mu.Lock()
	defer p.mu.Unlock()
	server, err := net.Dial("tcp", p.server)
	if p.isCut || err != nil {
		_ = client.Close()
		if err == nil {
			_ = server.Close()
		}
		return
	}
	p.conns = append(p.conns, client, server)
	go p.pass(server, client)
	go p.pass(client, server)
}

func (p *proxy) pass(to, from net.Conn) {
	defer func() { _, _ = to.Close(), from.Close() }()
	_, _ = io.Copy(to, swallower{from, &p.silent})
}

// swallower reads nothing once the proxy is silent.
type swallower struct {
	io.Reader
	silent *atomic.Bool
}

func (s swallower) Read(b []byte) (int, error) {
	n, err := s.Reader.Read(b)
	if s.silent.Load() {
		n = 0
	}
	return n, err
}
