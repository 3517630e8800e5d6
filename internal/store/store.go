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
	"slices"
	"time"

	"perimeter/internal/errs"
	"perimeter/internal/store/db"
)

// The timeouts, for a database that has stopped answering.
const (
	callTimeout        = 10 * time.Second
	transactionTimeout = 30 * time.Second
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
	// Logger records when the connection that receives other replicas' changes
	// is lost and restored; nil means that nothing is logged.
	Logger *slog.Logger
}

// Store is the database on one of the two engines. Site, Auth, Media, Chat and
// Reviews return it as the domain packages declare it.
type Store struct {
	reader
	write    *sql.DB // for transactions
	read     *sql.DB // for everything else, so that transactions do not delay readers
	changes  *changes
	revision func(context.Context) (int64, error)
	close    []func() error // in the order of opening
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
	s := &Store{
		reader:  reader{q: db.New(read), dialect: d},
		write:   write,
		read:    read,
		changes: newChanges(),
		close:   []func() error{write.Close, read.Close},
	}
	if err := s.start(ctx, cfg); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	return s, nil
}

var errNoSite = errors.New("there is no site here yet; is the place the right one?")

func (s *Store) start(ctx context.Context, cfg Config) error {
	if cfg.Lock != NoLock {
		unlock, err := s.dialect.lock(ctx, cfg.Lock, cfg.Logger)
		if errors.Is(err, ErrInUse) {
			return err
		}
		if err != nil {
			return fmt.Errorf("lock the database: %w", s.failed(ctx, subject{}, err))
		}
		s.close = slices.Insert(s.close, 0, unlock) // it is released last
	}
	if cfg.Existing {
		if _, err := s.storedRevision(ctx); errs.KindOf(err) == errs.Unavailable {
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
	revision, err := s.storedRevision(ctx)
	if err != nil {
		return fmt.Errorf("read the revision: %w", err)
	}
	s.changes.start(revision)
	var stop func() error
	s.revision, stop = s.dialect.follow(s.changes, s.storedRevision, cfg.Logger)
	s.close = append(s.close, stop)
	return nil
}

// Close closes the database.
func (s *Store) Close() error {
	var errs []error
	for i := len(s.close) - 1; i >= 0; i-- {
		errs = append(errs, s.close[i]())
	}
	s.close = nil
	return errors.Join(errs...)
}

// publish runs fn in one transaction that also raises the revision. Publishing
// transactions run one at a time.
func (s *Store) publish(ctx context.Context, fn func(tx) error) error {
	ctx, cancel := context.WithTimeout(ctx, transactionTimeout)
	defer cancel()
	var revision int64
	err := s.transact(ctx, func(t tx) error {
		// The revision is raised first: on PostgreSQL its row lock makes
		// publishing transactions run one at a time, so that fn reads what the
		// previous one has committed.
		var err error
		if revision, err = t.bumpRevision(ctx); err != nil {
			return err
		}
		return fn(t)
	})
	if err != nil {
		return err
	}
	s.changes.observe(revision)
	return nil
}

// Revision returns the number of the newest publishing transaction.
func (s *Store) Revision(ctx context.Context) (int64, error) { return s.revision(ctx) }

// Changes delivers a signal after the revision was raised.
func (s *Store) Changes() <-chan struct{} { return s.changes.signal }

// Ping returns Unavailable if the database does not answer.
func (s *Store) Ping(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, pingTimeout)
	defer cancel()
	_, err := s.storedRevision(ctx)
	return err
}

func (s *Store) storedRevision(ctx context.Context) (int64, error) {
	revision, err := s.q.GetRevision(ctx)
	return revision, s.failed(ctx, subject{}, err)
}

// transact runs fn in one transaction, which is committed only if fn returned
// no error and none of its statements failed.
func (s *Store) transact(ctx context.Context, fn func(tx) error) error {
	sqlTx, err := s.write.BeginTx(ctx, nil)
	if err != nil {
		return s.failed(ctx, subject{}, err)
	}
	// After the commit this does nothing. It also covers a panic in fn.
	defer sqlTx.Rollback()

	var aborted error
	t := tx{reader: reader{q: db.New(sqlTx), dialect: s.dialect, aborted: &aborted}, sql: sqlTx}
	if err := fn(t); err != nil {
		return err
	}
	if aborted != nil {
		return aborted
	}
	return s.failed(ctx, subject{}, sqlTx.Commit())
}
