package store

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
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
			err := listenOnce(ctx, config, c, pollInterval, log)
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
func listenOnce(
	ctx context.Context, config *pgx.ConnConfig, c *changes, poll time.Duration, log *slog.Logger,
) (err error) {
	conn, err := pgx.ConnectConfig(ctx, config.Copy())
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, closeConn(ctx, conn)) }()
	if _, err := conn.Exec(ctx, "LISTEN "+changesChannel+"; LISTEN "+chatChannel+"; LISTEN "+typingChannel); err != nil {
		return fmt.Errorf("listen: %w", err)
	}
	log.Debug("receiving changes from other replicas")
	c.chat.signal("") // changes may have been missed while not listening
	var chatVersion int64
	for notified := true; ; {
		// Read first: changes may have been missed while not listening.
		version, err := readVersions(ctx, conn, c)
		if err != nil {
			return err
		}
		if version != chatVersion && !notified {
			c.chat.signal("") // the notification did not come through
		}
		chatVersion = version
		if notified, err = await(ctx, conn, c, poll); err != nil {
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

// readVersions observes the revision and returns the chat's version.
func readVersions(ctx context.Context, conn *pgx.Conn, c *changes) (chatVersion int64, err error) {
	ctx, cancel := context.WithTimeout(ctx, callTimeout)
	defer cancel()
	var revision int64
	row := conn.QueryRow(ctx, "SELECT revision, version FROM site_state, chat_state")
	if err := row.Scan(&revision, &chatVersion); err != nil {
		return 0, fmt.Errorf("read the revision: %w", err)
	}
	c.observe(revision)
	return chatVersion, nil
}

// await returns when a notification has arrived or the poll interval has passed.
func await(ctx context.Context, conn *pgx.Conn, c *changes, poll time.Duration) (notified bool, err error) {
	waiting, cancel := context.WithTimeout(ctx, poll)
	defer cancel()
	notification, err := conn.WaitForNotification(waiting)
	if err == nil {
		c.receive(notification)
	}
	if err != nil && waiting.Err() != nil && ctx.Err() == nil && !conn.IsClosed() {
		return false, nil
	}
	return true, err
}

// receive signals the subscribers to the conversation of a notification.
func (c *changes) receive(n *pgconn.Notification) {
	switch n.Channel {
	case chatChannel:
		c.chat.signal(n.Payload)
	case typingChannel:
		if conversation, received := c.typing.receive(n.Payload); received {
			c.chat.signal(conversation)
		}
	}
}
