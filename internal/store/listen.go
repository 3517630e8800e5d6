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

	// pollInterval is how long a change may go unnoticed when no notification
	// comes through, as behind some connection poolers.
	pollInterval = 15 * time.Second

	reconnectPause = time.Second
	goodbyeLimit   = time.Second
)

// listen reports the changes of all processes to c, on a connection of its
// own that is made anew whenever it is lost.
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
			log.Warn("not hearing of changes by other processes", "error", err)
			select {
			case <-time.After(reconnectPause):
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
	log.Debug("hearing of changes by other processes")
	c.chat.signal("") // somebody may have written while nobody listened
	for {
		// Read first: something may have changed while nobody listened.
		if err := look(ctx, conn, c); err != nil {
			return err
		}
		if err := await(ctx, conn, c.chat); err != nil {
			return err
		}
	}
}

// closeConn closes a connection whose context may have ended.
func closeConn(ctx context.Context, conn *pgx.Conn) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), goodbyeLimit)
	defer cancel()
	return conn.Close(ctx)
}

func look(ctx context.Context, conn *pgx.Conn, c *changes) error {
	ctx, cancel := context.WithTimeout(ctx, callTimeout)
	defer cancel()
	var revision int64
	if err := conn.QueryRow(ctx, "SELECT revision FROM site_state").Scan(&revision); err != nil {
		return fmt.Errorf("read the revision: %w", err)
	}
	c.saw(revision)
	return nil
}

// await returns when a notification came or it is time to look anyway.
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
