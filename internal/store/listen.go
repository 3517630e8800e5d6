package store

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/jackc/pgx/v5"
)

const (
	// changesChannel carries a notification for each publishing transaction.
	changesChannel = "perimeter_changes"

	// pollInterval is how long a change may go unnoticed if notifications do not
	// arrive, as behind some connection poolers.
	pollInterval = 15 * time.Second

	reconnectDelay = time.Second
	closeTimeout   = time.Second
)

// listen reports the changes of all replicas to c. It uses its own connection and
// reconnects when the connection is lost.
func listen(config *pgx.ConnConfig, c *changes, log *slog.Logger) (stop func() error) {
	ctx, cancel := context.WithCancel(context.Background())
	stopped := make(chan struct{})
	go func() {
		defer close(stopped)
		for {
			err := listenOnce(ctx, config, c, log)
			if ctx.Err() != nil {
				return
			}
			log.Warn("not receiving changes from other replicas", "error", err)
			select {
			case <-time.After(reconnectDelay):
			case <-ctx.Done():
				return
			}
		}
	}()
	return func() error {
		cancel()
		<-stopped
		return nil
	}
}

// listenOnce listens until the connection is lost.
func listenOnce(ctx context.Context, config *pgx.ConnConfig, c *changes, log *slog.Logger) (err error) {
	conn, err := pgx.ConnectConfig(ctx, config.Copy())
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, closeConn(ctx, conn)) }()
	if _, err := conn.Exec(ctx, "LISTEN "+changesChannel+"; LISTEN "+chatChannel); err != nil {
		return fmt.Errorf("listen: %w", err)
	}
	log.Debug("receiving changes from other replicas")
	c.chat.signal("") // changes may have been missed while not listening
	for {
		// Read first: changes may have been missed while not listening.
		if err := readRevisionOnce(ctx, conn, c); err != nil {
			return err
		}
		if err := await(ctx, conn, c.chat); err != nil {
			return err
		}
	}
}

// closeConn closes a connection whose context may have ended.
func closeConn(ctx context.Context, conn *pgx.Conn) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), closeTimeout)
	defer cancel()
	return conn.Close(ctx)
}

func readRevisionOnce(ctx context.Context, conn *pgx.Conn, c *changes) error {
	ctx, cancel := context.WithTimeout(ctx, callTimeout)
	defer cancel()
	var revision int64
	if err := conn.QueryRow(ctx, "SELECT revision FROM site_state").Scan(&revision); err != nil {
		return fmt.Errorf("read the revision: %w", err)
	}
	c.observe(revision)
	return nil
}

// await returns when a notification has arrived or pollInterval has passed.
func await(ctx context.Context, conn *pgx.Conn, chat *chatSignals) error {
	waiting, cancel := context.WithTimeout(ctx, pollInterval)
	defer cancel()
	notification, err := conn.WaitForNotification(waiting)
	if err == nil && notification.Channel == chatChannel {
		chat.signal(notification.Payload)
	}
	if err != nil && waiting.Err() != nil && ctx.Err() == nil && !conn.IsClosed() {
		return nil
	}
	return err
}
