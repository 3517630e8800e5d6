package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"path/filepath"
	"time"

	"perimeter/internal/testkit/blackbox"
)

const (
	backedUpPhotos = 5_000
	fewPhotos      = 100
	photoBytes     = 60 << 10

	maxSecondNight  = 0.02 // of the bytes of the first
	maxBackupGrowth = 24   // MB of peak memory between few and many photos

	backupTimeout = 10 * time.Minute
)

// measureBackups makes two encrypted backups of a site with many photos, with one new
// photo between them, and compares the memory with that of a small site.
func measureBackups(ctx context.Context, r *report, _, dir string) error {
	few, err := backUpPhotos(ctx, filepath.Join(dir, "few-photos"), fewPhotos)
	if err != nil {
		return err
	}
	many, err := backUpPhotos(ctx, filepath.Join(dir, "many-photos"), backedUpPhotos)
	if err != nil {
		return err
	}
	part := float64(many.second) / float64(many.first)
	r.check(part <= maxSecondNight, "bytes of the second night", fmt.Sprintf("%.2f %%", 100*part),
		fmt.Sprintf("at most %.0f %%", 100*maxSecondNight),
		fmt.Sprintf("of the first, %d photos; %.1f and %.1f MB", backedUpPhotos, float64(many.first)/1e6, float64(many.second)/1e6))
	growth := many.peakMB - few.peakMB
	r.check(growth <= maxBackupGrowth, "memory of a backup", fmt.Sprintf("%+.0f MB", growth), fmt.Sprintf("at most %d MB", maxBackupGrowth),
		fmt.Sprintf("more with %d than with %d photos; peaks of %.0f and %.0f MB", backedUpPhotos, fewPhotos, many.peakMB, few.peakMB))
	return nil
}

// nights are two backups of one site.
type nights struct {
	first, second int64 // bytes written
	peakMB        float64
}

func backUpPhotos(ctx context.Context, data string, photos int) (n nights, err error) {
	if err := blackbox.AddAdministrator(ctx, data); err != nil {
		return n, err
	}
	if err := fill(ctx, data, amount{images: photos, imageBytes: photoBytes}); err != nil {
		return n, fmt.Errorf("fill the library: %w", err)
	}
	server, err := startPerimeter(ctx, data, "PERIMETER_BACKUP_RECIPIENT=auto")
	if err != nil {
		return n, err
	}
	defer func() { err = errors.Join(err, server.Stop()) }()
	admin, err := blackbox.SignIn(ctx, server.URL)
	if err != nil {
		return n, err
	}
	if n.first, err = makeBackup(ctx, admin); err != nil {
		return n, err
	}
	if _, err := admin.Upload(ctx, "image/jpeg", photograph(1)); err != nil {
		return n, err
	}
	if n.second, err = makeBackup(ctx, admin); err != nil {
		return n, err
	}
	n.peakMB, err = server.PeakMB()
	return n, err
}

// backupEntry is a backup as the API lists it.
type backupEntry struct {
	Name, Difference string
	Bytes            int64
	Proven           *bool
}

func listBackups(ctx context.Context, admin *blackbox.Client) ([]backupEntry, error) {
	var list struct{ Data []backupEntry }
	err := admin.Call(ctx, http.MethodGet, "api/admin/backups", nil, &list)
	return list.Data, err
}

// makeBackup makes a backup, waits for its proof and returns what it has written.
func makeBackup(ctx context.Context, admin *blackbox.Client) (int64, error) {
	made, err := awaitBackup(ctx, admin, func(b backupEntry) bool { return b.Proven != nil })
	if err == nil && !*made.Proven {
		err = fmt.Errorf("the backup is not like the site: %s", made.Difference)
	}
	return made.Bytes, err
}

// awaitBackup makes a backup and waits until it is done.
func awaitBackup(ctx context.Context, admin *blackbox.Client, done func(backupEntry) bool) (made backupEntry, err error) {
	ctx, cancel := context.WithTimeoutCause(ctx, backupTimeout, errors.New("there was no backup in time"))
	defer cancel()
	before, err := listBackups(ctx, admin)
	if err != nil {
		return made, err
	}
	for begun := false; ; {
		if !begun { // the one before counts as running until old ones are deleted
			begun = admin.Call(ctx, http.MethodPost, "api/admin/backups", nil, nil) == nil
		}
		list, err := listBackups(ctx, admin)
		if err != nil {
			return made, errors.Join(context.Cause(ctx), err)
		}
		if len(list) > 0 && (len(before) == 0 || list[0].Name != before[0].Name) && done(list[0]) {
			return list[0], nil
		}
		select {
		case <-time.After(100 * time.Millisecond):
		case <-ctx.Done():
		}
	}
}
