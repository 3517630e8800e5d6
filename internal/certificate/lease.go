package certificate

import (
	"context"
	"crypto/rand"
	"errors"
	"time"

	"perimeter/internal/errs"
)

// heldLease is a lease that this process has.
type heldLease struct {
	holder string
	stop   context.CancelFunc
}

// sighting is a lease of another process as it was last seen.
type sighting struct {
	Lease
	at     time.Time
	silent time.Duration // how long it has been the same
}

// Lock implements certmagic.Storage. It waits until the lease is free or its holder
// is dead.
func (s *Storage) Lock(ctx context.Context, name string) error {
	for {
		if taken, err := s.TryLock(ctx, name); taken || err != nil {
			return err
		}
		select {
		case <-time.After(s.beat / 3):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// TryLock implements certmagic.TryLocker.
func (s *Storage) TryLock(ctx context.Context, name string) (bool, error) {
	lease, err := s.store.CertificateLease(ctx, name)
	if errs.KindOf(err) == errs.NotFound {
		lease, err = Lease{}, nil
	}
	if err != nil || lease != (Lease{}) && !s.dead(name, lease) {
		return false, err
	}
	holder := rand.Text()
	taken, err := s.store.TakeCertificateLease(ctx, name, holder, lease)
	if taken {
		s.keep(ctx, name, holder)
	}
	return taken, err
}

// dead reports whether the holder of a lease has not raised Beat for several beats, by
// the clock of this process.
func (s *Storage) dead(name string, lease Lease) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	now, seen := time.Now(), s.seen[name]
	if seen.Lease != lease {
		seen = sighting{Lease: lease, at: now}
	}
	// If this machine was paused since the last look, the holder may run on the same
	// machine and could not beat either.
	seen.silent += min(now.Sub(seen.at), beatsPerLook*s.beat)
	seen.at = now
	s.seen[name] = seen
	return seen.silent > missedBeats*s.beat
}

// keep raises Beat until Unlock, or until another process has taken the lease
// because this one could not reach the database for long.
func (s *Storage) keep(ctx context.Context, name, holder string) {
	ctx, stop := context.WithCancel(context.WithoutCancel(ctx))
	s.mu.Lock()
	s.held[name] = heldLease{holder, stop}
	delete(s.seen, name)
	s.mu.Unlock()
	go func() {
		beats := time.NewTicker(s.beat)
		defer beats.Stop()
		for {
			select {
			case <-beats.C:
				if held, err := s.store.BeatCertificateLease(ctx, name, holder); err == nil && !held {
					return
				}
			case <-ctx.Done():
				return
			}
		}
	}()
}

var errNotHeld = errors.New("the lease is not held")

// Unlock implements certmagic.Storage. It also works while the server stops.
func (s *Storage) Unlock(ctx context.Context, name string) error {
	s.mu.Lock()
	lease, ok := s.held[name]
	delete(s.held, name)
	s.mu.Unlock()
	if !ok {
		return errNotHeld
	}
	lease.stop()
	return s.store.ReleaseCertificateLease(context.WithoutCancel(ctx), name, lease.holder)
}
