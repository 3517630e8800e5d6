package store

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"github.com/jackc/pgx/v5"
)

// FollowChat listens to the database until ctx ends, and delivers the signals of
// the conversation.
func FollowChat(ctx context.Context, config *pgx.ConnConfig, conversation string, poll time.Duration) <-chan struct{} {
	c := newChanges()
	signals, _ := c.chat.subscribe(conversation)
	go func() { _ = listenOnce(ctx, config, c, poll, slog.New(slog.DiscardHandler)) }()
	return signals
}

// HoldReaders takes every connection of the read pool until ctx ends.
func (s *Store) HoldReaders(ctx context.Context) error {
	for range s.read.Stats().MaxOpenConnections {
		conn, err := s.read.Conn(ctx)
		if err != nil {
			return err
		}
		context.AfterFunc(ctx, func() { _ = conn.Close() })
	}
	return nil
}

// FillAt makes an empty database one of an older version, and runs the statements
// there.
func FillAt(ctx context.Context, cfg Config, version int64, statements string) error {
	d, err := newDialect(cfg)
	if err != nil {
		return err
	}
	write, read, err := d.open()
	if err != nil {
		return err
	}
	provider, err := migrations(d, write)
	if err == nil {
		_, err = provider.UpTo(ctx, version)
	}
	if err == nil {
		_, err = write.ExecContext(ctx, statements)
	}
	return errors.Join(err, write.Close(), read.Close())
}
