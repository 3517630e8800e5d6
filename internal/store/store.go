// Package store owns the database, SQLite or PostgreSQL. It implements the Store
// of every domain package. It must not know the rules that the stored records
// obey, nor who asks for them.
package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"math"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"perimeter/internal/clock"
	"perimeter/internal/errs"
	"perimeter/internal/record"
	"perimeter/internal/scope"
	"perimeter/internal/store/db"
)

// The timeouts, for a database that has stopped answering.
const (
	callTimeout        = 10 * time.Second
	transactionTimeout = 45 * time.Second
	pingTimeout        = 2 * time.Second
)

// Config says where the data is.
type Config struct {
	// DataDir is the folder of the SQLite database; it is created if missing.
	DataDir string
	// DatabaseURL is the URL of a PostgreSQL database, postgres://…; if it is
	// empty, SQLite in DataDir is used.
	DatabaseURL string
	// Existing makes Open fail if there is no site in the database yet.
	Existing bool
	// KeepSchema makes Open fail if the tables are those of another release,
	// instead of migrating them under a server that may be running. An empty
	// database gets its tables all the same.
	KeepSchema bool
	// Lock is what the process needs the database for; it is claimed before
	// anything is changed and until Close.
	Lock Lock
	// StartLater makes Open succeed even if PostgreSQL does not answer. Until it
	// does, every call returns Unavailable.
	StartLater bool
	// Clock dates the versions of records.
	Clock clock.Clock
	// Logger records when the connection that receives other replicas' changes
	// is lost and restored; nil means that nothing is logged.
	Logger *slog.Logger
}

// Store is the database on one of the two engines. Site, Company, Auth, Media,
// Chat and Reviews return it as the domain packages declare it.
type Store struct {
	reader
	write    *sql.DB // for transactions
	read     *sql.DB // for everything else, so that transactions do not delay readers
	reserve  reserve
	changes  *changes
	clock    clock.Clock
	revision readRevision // valid once started
	started  atomic.Bool
	locked   bool // set before started

	mu    sync.Mutex
	close []func() error // in the order of opening
}

// Lock says which other processes may not use the database meanwhile.
type Lock int

const (
	// NoLock keeps nobody out.
	NoLock Lock = iota
	// LockServing keeps out restores and, with SQLite, other servers, because
	// there only the process that publishes knows the revision. Any number of
	// processes may serve one PostgreSQL database.
	LockServing
	// LockRestoring keeps out servers and other restores.
	LockRestoring
)

// ErrInUse is returned by Open if another process keeps this one out.
var ErrInUse = errors.New("the database is in use")

// Open opens the store and migrates its tables, unless the configuration forbids
// it. Any number of processes may do so at the same time.
func Open(ctx context.Context, cfg Config) (*Store, error) {
	if cfg.Logger == nil {
		cfg.Logger = slog.New(slog.DiscardHandler)
	}
	d, err := newDialect(cfg)
	if err != nil {
		return nil, err
	}
	write, read, err := d.open()
	if err != nil {
		return nil, err
	}
	s := &Store{write: write, read: read, changes: newChanges(), clock: cfg.Clock, close: []func() error{closing(write), closing(read)}}
	s.reserve = d.reserve()
	s.reader = reader{q: db.New(gate{read, &s.started}), dialect: d}
	err = s.start(ctx, cfg)
	// SQLite reports a full disk in several ways when it opens a database. After
	// any other failure the reserve stays: a running server may need it.
	if kind := errs.KindOf(err); (kind == errs.Full || kind == errs.Unavailable) && s.reserve.release() {
		err = s.start(ctx, cfg)
	}
	if cfg.StartLater && errs.KindOf(err) == errs.Unavailable {
		s.startLater(cfg)
		err = nil
	}
	if err != nil {
		return nil, errors.Join(err, s.Close())
	}
	if cfg.Lock == LockServing {
		s.reserve.fill()
	}
	return s, nil
}

var errNoSite = errors.New("there is no site here yet; is the place the right one?")

func (s *Store) start(ctx context.Context, cfg Config) error {
	if err := s.lock(ctx, cfg); err != nil {
		return err
	}
	ungated := reader{q: db.New(s.read), dialect: s.dialect}
	if cfg.Existing {
		if _, err := ungated.storedRevision(ctx); errs.KindOf(err) == errs.Unavailable {
			return err
		} else if err != nil {
			return errNoSite
		}
	}
	if err := migrate(ctx, s.dialect, s.write, cfg.KeepSchema); errors.As(err, new(*SchemaError)) {
		return err
	} else if err != nil {
		return fmt.Errorf("prepare the database: %w", s.failed(ctx, subject{}, err))
	}
	state, err := ungated.stateSince(ctx, math.MaxInt64)
	if err != nil {
		return fmt.Errorf("read the revision: %w", err)
	}
	s.changes.begin(state)
	var stop func() error
	s.revision, stop = s.dialect.follow(s.changes, s.changes.readFrom(ungated), cfg.Logger)
	s.onClose(stop)
	s.started.Store(true)
	return nil
}

// Close closes the database.
func (s *Store) Close() error {
	var errs []error
	for {
		s.mu.Lock()
		last := len(s.close) - 1
		if last < 0 {
			s.mu.Unlock()
			return errors.Join(errs...)
		}
		closeLast := s.close[last]
		s.close = s.close[:last]
		s.mu.Unlock() // what is closed may add to the list until it has ended
		errs = append(errs, closeLast())
	}
}

// lastQueryTimeout is how long Close waits for a query.
const lastQueryTimeout = 5 * time.Second

// closing returns what closes a pool and waits for its queries, which database/sql
// does not. Otherwise another process could have the lock while one of them, such as
// a read for a page that nobody waits for any more, still uses the files.
func closing(pool *sql.DB) func() error {
	return func() error {
		err := pool.Close()
		for end := time.Now().Add(lastQueryTimeout); pool.Stats().OpenConnections > 0 && time.Now().Before(end); {
			time.Sleep(time.Millisecond)
		}
		return err
	}
}

// lock claims the database as the configuration says, once.
func (s *Store) lock(ctx context.Context, cfg Config) error {
	if cfg.Lock == NoLock || s.locked {
		return nil
	}
	unlock, err := s.dialect.lock(ctx, cfg.Lock, cfg.Logger)
	if errors.Is(err, ErrInUse) {
		return err
	}
	if err != nil {
		return fmt.Errorf("lock the database: %w", s.failed(ctx, subject{}, err))
	}
	s.locked = true
	s.mu.Lock()
	defer s.mu.Unlock()
	s.close = slices.Insert(s.close, 0, unlock) // it is released last
	return nil
}

// exclusive runs fn in one transaction, which raises the revision if fn has
// changed something that the public sees, and stores the versions of what fn has
// changed. Exclusive transactions run one at a
// time.
func (s *Store) exclusive(ctx context.Context, fn func(tx) error) error {
	ctx, cancel := context.WithTimeout(ctx, transactionTimeout)
	defer cancel()
	var state publishedState
	err := s.transact(ctx, func(t tx) error {
		state = publishedState{}
		// First of all: on PostgreSQL the lock of the row makes these transactions
		// run one at a time, so that fn reads what the previous one has committed.
		if err := t.lockRevision(ctx); err != nil {
			return err
		}
		err := fn(t)
		if err == nil {
			err = *t.aborted
		}
		if err != nil {
			return err
		}
		if err := t.publishTouched(ctx, s.clock.Stamp()); err != nil || len(t.touched) == 0 {
			return err
		}
		// Here, so that nothing can fail between the commit and the moment at which
		// this process knows of it. The transactions before this one are committed,
		// so this has their changes too.
		state, err = t.stateSince(ctx, s.changes.known.Load())
		return err
	})
	if err == nil && state.revision > 0 {
		s.changes.apply(state)
	}
	return err
}

// publishTouched raises the revision if anything that the public sees was changed,
// and stores the kept versions.
func (t tx) publishTouched(ctx context.Context, now time.Time) error {
	if len(t.touched) > 0 {
		revision, err := t.bumpRevision(ctx)
		if err != nil {
			return err
		}
		return t.storeVersions(ctx, revision, now)
	}
	if len(*t.kept) == 0 {
		return nil
	}
	revision, err := t.storedRevision(ctx)
	if err != nil {
		return err
	}
	return t.storeVersions(ctx, revision, now)
}

// Revision returns the number of the newest publishing transaction.
func (s *Store) Revision(ctx context.Context) (int64, error) {
	if !s.started.Load() {
		return 0, unavailable(errNotStarted)
	}
	if !asksDatabase {
		return s.changes.known.Load(), nil
	}
	return s.revision(ctx)
}

// ChangedSince reports whether one of the scopes, or anything if there are none,
// has changed after the revision, as far as the last result of Revision says.
func (s *Store) ChangedSince(revision int64, scopes []scope.Scope) bool {
	return s.changes.changedSince(revision, scopes)
}

// Changes delivers a signal after the revision was raised.
func (s *Store) Changes() <-chan struct{} { return s.changes.signal }

// Ping returns Unavailable if the database does not answer.
func (s *Store) Ping(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, pingTimeout)
	defer cancel()
	_, err := s.storedRevision(ctx)
	return err
}

// transact runs fn in one transaction, which is committed only if fn returned
// no error and none of its statements failed. If the disk is full and fn does
// something essential, it runs again with the reserve given up.
func (s *Store) transact(ctx context.Context, fn func(tx) error) error {
	essential, err := s.transactOnce(ctx, fn)
	if errs.KindOf(err) != errs.Full || !essential || !s.reserve.release() {
		return err
	}
	defer s.reserve.fill()
	_, err = s.transactOnce(ctx, fn)
	return err
}

func (s *Store) transactOnce(ctx context.Context, fn func(tx) error) (essential bool, err error) {
	if !s.started.Load() {
		return false, unavailable(errNotStarted)
	}
	sqlTx, err := s.write.BeginTx(ctx, nil)
	if err != nil {
		return false, s.failed(ctx, subject{}, err)
	}
	// After the commit this does nothing. It also covers a panic in fn.
	defer sqlTx.Rollback()

	var aborted error
	t := tx{
		reader: reader{q: db.New(sqlTx), dialect: s.dialect, aborted: &aborted},
		sql:    sqlTx, essential: &essential, kept: new([]*record.Version), touched: map[scope.Scope]struct{}{},
	}
	if err := fn(t); err != nil {
		return essential, err
	}
	if aborted != nil {
		return essential, aborted
	}
	return essential, s.failed(ctx, subject{}, sqlTx.Commit())
}
