package store

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/jackc/pgx/v5"
)

// useLock is the number of the advisory lock that servers share and a restore
// has alone; it means nothing elsewhere.
const useLock = 7_664_502_022

// lockTimeout is how long a process waits for a lock that another one holds.
const lockTimeout = 2 * time.Second

// lock holds an advisory lock on a connection of its own. If the connection is
// lost, so is the lock, and it is taken again on another one.
func (d postgresDialect) lock(ctx context.Context, l Lock, log *slog.Logger) (func() error, error) {
	conn, err := d.tryLock(ctx, l)
	// PostgreSQL releases the lock of a process that has just ended a moment later.
	for deadline := time.Now().Add(lockTimeout); errors.Is(err, ErrInUse) && time.Now().Before(deadline); {
		select {
		case <-time.After(lockTimeout / 20):
		case <-ctx.Done():
			return nil, ctx.Err()
		}
		conn, err = d.tryLock(ctx, l)
	}
	if err != nil {
		return nil, err
	}
	holding, cancel := context.WithCancel(context.Background())
	released := make(chan struct{})
	go func() {
		defer close(released)
		for {
			err := hold(holding, conn)
			for err != nil && holding.Err() == nil {
				log.Warn("the lock on the database was lost, will retry", "error", err.Error())
				select {
				case <-time.After(reconnectDelay):
				case <-holding.Done():
				}
				conn, err = d.tryLock(holding, l)
			}
			if err != nil {
				return
			}
		}
	}()
	return func() error {
		cancel()
		<-released
		return nil
	}, nil
}

// tryLock returns a connection that has the lock, or ErrInUse.
func (d postgresDialect) tryLock(ctx context.Context, l Lock) (*pgx.Conn, error) {
	ctx, cancel := context.WithTimeout(ctx, callTimeout)
	defer cancel()
	conn, err := pgx.ConnectConfig(ctx, d.config.Copy())
	if err != nil {
		return nil, err
	}
	statement, refusal := "SELECT pg_try_advisory_lock_shared($1)", "a backup is being restored into it, try again when that is done"
	if l == LockRestoring {
		statement, refusal = "SELECT pg_try_advisory_lock($1)", "a server is running on it, stop every replica first"
	}
	var locked bool
	if err := conn.QueryRow(ctx, statement, useLock).Scan(&locked); err != nil {
		return nil, errors.Join(err, conn.Close(ctx))
	}
	if !locked {
		return nil, errors.Join(fmt.Errorf("%w: %s", ErrInUse, refusal), conn.Close(ctx))
	}
	return conn, nil
}

// hold keeps the connection open until it is lost or ctx ends. Its end releases
// the lock.
func hold(ctx context.Context, conn *pgx.Conn) error {
	defer func() { _ = closeConn(ctx, conn) }() // it may be lost already
	for {
		// Nothing is listened to, so this returns when the connection is lost
		// or when it is time for a sign of life, without which a firewall could
		// forget the connection.
		if _, err := await(ctx, conn, nil, pollInterval); err != nil {
			return err
		}
		if err := ping(ctx, conn); err != nil {
			return err
		}
	}
}

func ping(ctx context.Context, conn *pgx.Conn) error {
	ctx, cancel := context.WithTimeout(ctx, callTimeout)
	defer cancel()
	return conn.Ping(ctx)
}
