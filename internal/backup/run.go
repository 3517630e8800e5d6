package backup

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"perimeter/internal/errs"
)

const (
	// lookInterval is how often a process looks whether a backup is due.
	lookInterval = time.Minute
	// claimPeriod is how long a process that was killed keeps others from making a
	// backup. A claim is renewed three times in that period.
	claimPeriod = 6 * time.Minute
	// retryAfter is when a backup is tried again after a failure.
	retryAfter = 30 * time.Minute
	// watchInterval is how often a process looks for a missing proof.
	watchInterval = 5 * time.Minute
	// warnInterval is how often the staff are told of a problem that lasts.
	warnInterval = 24 * time.Hour
	maxText      = 300
	// noKey is the difference of a backup that none of the keys opens.
	noKey = "none of the keys on the recovery sheet opens it"
)

// Run makes a backup every night, and whenever Start asks for one, until ctx ends.
func (b *Backups) Run(ctx context.Context) {
	ticker := time.NewTicker(lookInterval)
	defer ticker.Stop()
	if err := b.endOldClaim(ctx); err != nil && ctx.Err() == nil {
		b.Logger.Warn("could not look whether a backup is due", "error", err.Error())
	}
	for {
		asked := false
		select {
		case <-ctx.Done():
			return
		case <-b.wake:
			asked = true
		case <-ticker.C:
		}
		if err := b.look(ctx, asked); err != nil && ctx.Err() == nil {
			b.Logger.Warn("could not look whether a backup is due", "error", err.Error())
		}
	}
}

// endOldClaim ends the claim of a process that was killed, if no other one can have it.
func (b *Backups) endOldClaim(ctx context.Context) error {
	if !b.Alone {
		return nil
	}
	now := b.Clock.Stamp()
	_, err := b.Store.ClaimBackup(ctx, b.process, now.Add(claimPeriod), now)
	return err
}

// look makes a backup if one is due or was asked for.
func (b *Backups) look(ctx context.Context, asked bool) error {
	now := b.Clock.Stamp()
	if !asked {
		if err := b.Store.StartBackups(ctx, now); err != nil {
			return err
		}
		state, err := b.Store.BackupState(ctx)
		if err != nil {
			return err
		}
		records, err := b.Store.Backups(ctx)
		if err != nil {
			return err
		}
		if !b.due(state, records, b.At.last(now.In(b.Location(ctx)))) || now.Before(state.NotBefore) {
			return nil
		}
	}
	claimed, err := b.Store.ClaimBackup(ctx, b.process, now, now.Add(claimPeriod))
	if err != nil || !claimed {
		return err
	}
	return b.makeClaimed(ctx)
}

// makeClaimed makes a backup and ends the claim.
func (b *Backups) makeClaimed(ctx context.Context) error {
	working, cancel := context.WithCancel(ctx)
	defer cancel()
	renewed := make(chan struct{})
	go func() {
		defer close(renewed)
		b.renew(working, cancel)
	}()
	err := b.Make(working)
	cancel()
	<-renewed
	var outcome Outcome
	if err != nil {
		now := b.Clock.Stamp()
		outcome = Outcome{NotBefore: now.Add(retryAfter), FailedAt: now, Failure: sentence(err)}
		if ctx.Err() == nil {
			b.Logger.Error("the backup failed", "error", err.Error())
		} else {
			outcome = Outcome{} // the server stops; the next start tries again
		}
	}
	// Also while the server stops: another process may go on.
	return b.Store.ReleaseBackup(context.WithoutCancel(ctx), b.process, outcome)
}

// renew renews the claim until ctx ends. If it cannot, it cancels the work, because
// another process may have begun.
func (b *Backups) renew(ctx context.Context, cancel func()) {
	ticker := time.NewTicker(claimPeriod / 3)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
		now := b.Clock.Stamp()
		if claimed, err := b.Store.ClaimBackup(ctx, b.process, now, now.Add(claimPeriod)); err != nil || !claimed {
			cancel()
			return
		}
	}
}

// Make writes a backup, proves it and the others that are not proven, and deletes
// those that are not kept. The caller makes sure that nobody else does so.
func (b *Backups) Make(ctx context.Context) error {
	repo, err := b.repository()
	if err != nil {
		return err
	}
	started := time.Now()
	previous, sound := b.previous(ctx, repo)
	s, err := repo.Write(ctx, Writing{
		Source: b.Source, Uploads: b.Uploads, Release: b.Release, At: b.Clock.Stamp(), Zone: b.Location(ctx).String(),
		Previous: previous, Rewrite: !sound,
	})
	if err != nil {
		return fmt.Errorf("the backup was not written: %w", err)
	}
	r := Record{Name: s.Name, At: s.At(), Written: s.Written(), Size: s.Size(), Took: time.Since(started)}
	if err := b.Store.PutBackup(ctx, r); err != nil {
		return err
	}
	b.Logger.Info("backup written", "name", s.Name, "bytes", s.Written(), "size", s.Size(), "seconds", r.Took.Seconds())
	// With the keys as they are read again: those that the recovery sheet shows.
	if repo, err = b.repository(); err != nil {
		return err
	}
	if err := b.prove(ctx, repo, r, true); err != nil {
		return err
	}
	if err := b.adopt(ctx, repo); err != nil {
		return err
	}
	_, err = b.prune(ctx, repo)
	return err
}

// repository opens the repository with today's keys.
func (b *Backups) repository() (*Repository, error) {
	storage, err := b.Target()
	if err != nil {
		return nil, err
	}
	keys, err := b.Keys()
	if err != nil {
		return nil, fmt.Errorf("the key of the backups cannot be used: %w", err)
	}
	return NewRepository(storage).WithKeys(keys), nil
}

// previous returns the newest backup, if it can be built on. After a failed proof the
// repository is not sound: everything is written again, which repairs it.
func (b *Backups) previous(ctx context.Context, repo *Repository) (s *Snapshot, sound bool) {
	names, err := repo.Names(ctx)
	if err != nil || len(names) == 0 {
		return nil, true // if the storage is away, the first write says so
	}
	records, err := b.Store.Backups(ctx)
	if err != nil || slices.ContainsFunc(records, func(r Record) bool { return r.Name == names[0] && r.failedProof() }) {
		return nil, false
	}
	if s, err = repo.Open(ctx, names[0]); err != nil {
		return nil, false
	}
	for _, err := range s.Files(ctx) {
		if err != nil {
			return nil, false
		}
	}
	return s, true
}

// prove proves a backup and stores the result. If it cannot be found out now, the
// next run tries again.
func (b *Backups) prove(ctx context.Context, repo *Repository, r Record, live bool) error {
	started := time.Now()
	s, err := repo.Open(ctx, r.Name)
	if err == nil {
		r.Difference, err = b.Prove(ctx, s, live)
	}
	if damage := (*Damage)(nil); errors.As(err, &damage) || errs.KindOf(err) == errs.NotFound {
		r.Difference, err = sentence(err), nil
	}
	if locked := (*Locked)(nil); errors.As(err, &locked) {
		r.Difference, err = noKey, nil
	}
	if err != nil {
		return fmt.Errorf("the backup could not be restored to prove it: %w", err)
	}
	r.Difference = short(r.Difference)
	r.Keys = repo.keys.fingerprint()
	r.Proven, r.CheckedAt, r.ProofTook = r.Difference == "", b.Clock.Stamp(), time.Since(started)
	if r.Proven {
		b.Logger.Info("backup proven", "name", r.Name, "seconds", r.ProofTook.Seconds())
	} else {
		b.Logger.Error("a backup is not like the site", "name", r.Name, "difference", r.Difference)
	}
	return b.Store.PutBackup(ctx, r)
}

// adopt makes the records match the repository, which a restore or another command
// may have changed, and proves what is not proven, or was with other keys.
func (b *Backups) adopt(ctx context.Context, repo *Repository) error {
	names, err := repo.Names(ctx)
	if err != nil {
		return err
	}
	records, err := b.Store.Backups(ctx)
	if err != nil {
		return err
	}
	known := map[string]Record{}
	for _, r := range records {
		known[r.Name] = r
		if !slices.Contains(names, r.Name) {
			if err := b.Store.DeleteBackup(ctx, r.Name); err != nil {
				return err
			}
		}
	}
	for _, name := range names {
		r, ok := known[name]
		if ok && !r.CheckedAt.IsZero() && r.Keys == repo.keys.fingerprint() {
			continue
		}
		if !ok {
			r = Record{Name: name, At: timeOf(name)}
			if s, err := repo.Open(ctx, name); err == nil {
				r.Written, r.Size = s.Written(), s.Size()
			}
		}
		if err := b.prove(ctx, repo, r, false); err != nil {
			return err
		}
	}
	return nil
}

// Prune deletes the backups that are not kept, or returns Conflict if one is being
// made. It returns the names of those that it has deleted.
func (b *Backups) Prune(ctx context.Context) (deleted []string, err error) {
	now := b.Clock.Stamp()
	claimed, err := b.Store.ClaimBackup(ctx, b.process, now, now.Add(claimPeriod))
	if err != nil {
		return nil, err
	}
	if !claimed {
		return nil, errs.Errorf(errs.Conflict, "A backup is being made. Please try again when it is done.")
	}
	repo, err := b.repository()
	if err == nil {
		deleted, err = b.prune(ctx, repo)
	}
	return deleted, errors.Join(err, b.Store.ReleaseBackup(context.WithoutCancel(ctx), b.process, Outcome{}))
}

// prune deletes the backups that are not kept.
func (b *Backups) prune(ctx context.Context, repo *Repository) (deleted []string, err error) {
	records, err := b.Store.Backups(ctx)
	if err != nil {
		return nil, err
	}
	failed := map[string]bool{}
	for _, r := range records {
		failed[r.Name] = r.failedProof()
	}
	names, err := repo.Names(ctx)
	if err != nil {
		return nil, err
	}
	deleted, err = repo.Prune(ctx, Keep(names, func(name string) bool { return failed[name] }), b.Clock.Now())
	for _, name := range deleted {
		err = errors.Join(err, b.Store.DeleteBackup(ctx, name))
	}
	return deleted, err
}

// Watch tells the staff when the backups need attention, until ctx ends. It does not
// depend on Run: a backup that is never made is the worst problem.
func (b *Backups) Watch(ctx context.Context) {
	ticker := time.NewTicker(watchInterval)
	defer ticker.Stop()
	for {
		if err := b.CheckProof(ctx); err != nil && ctx.Err() == nil {
			b.Logger.Warn("could not look for the proof of a backup", "error", err.Error())
		}
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
	}
}

// CheckProof tells the staff of a problem that is new, or a day old.
func (b *Backups) CheckProof(ctx context.Context) error {
	state, err := b.Store.BackupState(ctx)
	if err != nil {
		return err
	}
	status, err := b.Condition(ctx)
	if err != nil {
		return err
	}
	b.newest.Store(&status)
	now := b.Clock.Stamp()
	if status.Problem == "" {
		if !state.WarnedAt.IsZero() {
			_, err = b.Store.PutBackupWarning(ctx, state.WarnedAt, time.Time{})
		}
		return err
	}
	if !state.WarnedAt.IsZero() && now.Sub(state.WarnedAt) < warnInterval {
		return nil
	}
	first, err := b.Store.PutBackupWarning(ctx, state.WarnedAt, now)
	if err != nil || !first {
		return err
	}
	b.Logger.Error("the backups need attention", "problem", status.Problem)
	if b.Warn == nil {
		return nil
	}
	return b.Warn(ctx)
}

// sentence returns what went wrong for people, without the full stop.
func sentence(err error) string {
	switch errs.KindOf(err) {
	case errs.Unavailable:
		return "the storage or the database does not answer"
	case errs.Full:
		return "no space is left"
	}
	return short(strings.TrimSuffix(err.Error(), "."))
}

// short returns the beginning of a text as the database can store it.
func short(text string) string {
	text = strings.ReplaceAll(text, "\x00", "")
	return strings.ToValidUTF8(text[:min(len(text), maxText)], "")
}
