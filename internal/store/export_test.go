package store

import "context"

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
