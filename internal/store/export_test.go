package store

import (
	"context"
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
