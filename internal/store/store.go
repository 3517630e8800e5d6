// Package store keeps the site in a database, SQLite or PostgreSQL. It must
// not know the rules that what it keeps obeys, nor who asks for it.
package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"perimeter/internal/site"
	"perimeter/internal/store/db"
)

// No call waits longer than this for a database that has stopped answering.
const (
	callLimit        = 10 * time.Second
	transactionLimit = 30 * time.Second
	pingLimit        = 2 * time.Second
)

// Config says where the site is kept.
type Config struct {
	// DataDir is the folder of the SQLite database; it is made if missing.
	DataDir string
	// DatabaseURL is the address of a PostgreSQL database, postgres://…;
	// when it is empty the site is kept in DataDir.
	DatabaseURL string
	// Existing refuses a place that holds no site yet; otherwise one begins
	// there.
	Existing bool
	// Logger hears of lost and found connections; nil means nobody does.
	Logger *slog.Logger
}

// Store is a site.Store on one of the two engines.
type Store struct {
	reader
	write    *sql.DB // for transactions
	read     *sql.DB // for everything else, so that no transaction holds up a reader
	changes  *changes
	revision func(context.Context) (int64, error)
	close    []func() error // in the order of opening
}

var _ site.Store = (*Store)(nil)

// Open opens the store and brings its tables up to date. Any number of
// processes may do so at the same moment.
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

// errNoSite is for whoever named the wrong place.
var errNoSite = errors.New("there is no site here yet; is the place the right one?")

func (s *Store) start(ctx context.Context, cfg Config) error {
	if cfg.Existing {
		if _, err := s.storedRevision(ctx); site.KindOf(err) == site.Unavailable {
			return err
		} else if err != nil {
			return errNoSite
		}
	}
	if err := migrate(ctx, s.dialect, s.write); err != nil {
		return fmt.Errorf("preparing the database: %w", s.failed(ctx, subject{}, err))
	}
	revision, err := s.storedRevision(ctx)
	if err != nil {
		return fmt.Errorf("reading the revision: %w", err)
	}
	s.changes.begin(revision)
	var stop func() error
	s.revision, stop = s.dialect.follow(s.changes, s.storedRevision, cfg.Logger)
	s.close = append(s.close, stop)
	return nil
}

// Close ends all use of the database.
func (s *Store) Close() error {
	var errs []error
	for i := len(s.close) - 1; i >= 0; i-- {
		errs = append(errs, s.close[i]())
	}
	s.close = nil
	return errors.Join(errs...)
}

// LockForServing claims the data folder for this process until Close, because
// the revision of an SQLite store is known only to the process that publishes.
// It fails when another process has claimed it. Any number of processes may
// serve one PostgreSQL database.
func (s *Store) LockForServing() error {
	unlock, err := s.dialect.lockServing()
	if err != nil {
		return err
	}
	s.close = append(s.close, unlock)
	return nil
}

// Publish implements site.Store.
func (s *Store) Publish(ctx context.Context, fn func(site.Tx) error) error {
	ctx, cancel := context.WithTimeout(ctx, transactionLimit)
	defer cancel()
	var revision int64
	err := s.transact(ctx, func(t tx) error {
		// The bump comes first: on PostgreSQL its row lock makes publishing
		// transactions run one at a time, so that fn reads what the one
		// before it has committed.
		var err error
		if revision, err = t.bumpRevision(ctx); err != nil {
			return err
		}
		return fn(t)
	})
	if err != nil {
		return err
	}
	s.changes.saw(revision)
	return nil
}

// Write implements site.Store.
func (s *Store) Write(ctx context.Context, fn func(site.Tx) error) error {
	ctx, cancel := context.WithTimeout(ctx, transactionLimit)
	defer cancel()
	return s.transact(ctx, func(t tx) error { return fn(t) })
}

// Revision implements site.Store.
func (s *Store) Revision(ctx context.Context) (int64, error) { return s.revision(ctx) }

// Changes implements site.Store.
func (s *Store) Changes() <-chan struct{} { return s.changes.signal }

// Ping implements site.Store.
func (s *Store) Ping(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, pingLimit)
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
	// After the commit this does nothing; until then it also covers a panic.
	defer sqlTx.Rollback()

	var spent error
	t := tx{reader: reader{q: db.New(sqlTx), dialect: s.dialect, spent: &spent}, sql: sqlTx}
	if err := fn(t); err != nil {
		return err
	}
	if spent != nil {
		return spent
	}
	return s.failed(ctx, subject{}, sqlTx.Commit())
}
