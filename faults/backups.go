package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"perimeter/internal/testkit/blackbox"
)

// backupEntry is a backup as the API lists it.
type backupEntry struct {
	Name       string
	Proven     *bool
	Difference string
}

// backups kills the server while it makes backups and deletes old ones, and restores
// while they run. Every
// backup that is there afterwards must be complete, and the last one must restore the
// same site.
func backups(ctx context.Context, s *setup, r *result) error {
	repository := filepath.Join(s.dir, "backups")
	h, err := s.startSite(ctx, "", "PERIMETER_BACKUP_TO="+repository)
	if err != nil {
		return err
	}
	defer func() { h.Kill() }()
	posts, broken, different := s.of(40, 6), count("broken backups"), count("pages that differ")
	paths := slices.Clone(publicPages)
	for n := range posts {
		p := post{slug: fmt.Sprintf("backed-up-%d", n)}
		if err := p.save(ctx, h.office, n); err != nil {
			return err
		}
		if _, err := h.office.Upload(ctx, "image/png", smallPicture()); err != nil {
			return err
		}
		paths = append(paths, ok("blog/"+p.slug)...)
	}
	kills := s.of(10, 3)
	for range kills {
		if err := startBackup(ctx, h); err != nil {
			return err
		}
		wait(ctx, rand.N(400*time.Millisecond))
		h.Kill()
		verifyBackups(ctx, h, repository, broken)
		if err := h.start(ctx); err != nil {
			return err
		}
	}
	var made backupEntry
	pruneKills := s.of(10, 1)
	for n := range pruneKills + 1 {
		if made, err = provenBackup(ctx, h); err != nil {
			return err
		}
		if !*made.Proven {
			broken.add("the proof found %s", made.Difference)
		}
		if n == pruneKills {
			break
		}
		// After the proof the backups of the same day before it are deleted.
		wait(ctx, rand.N(30*time.Millisecond))
		h.Kill()
		verifyBackups(ctx, h, repository, broken)
		if err := h.start(ctx); err != nil {
			return err
		}
	}
	verifyBackups(ctx, h, repository, broken)
	want, err := bodies(ctx, h.URL, paths)
	if err != nil {
		return err
	}
	address := hostOf(h.URL)
	h.Kill()
	if err := restoreUntilDone(ctx, s, h, repository, kills); err != nil {
		return err
	}
	// On the same port, because pages name their own URL.
	serve := exec.CommandContext(ctx, blackbox.Binary, "serve", "--data", filepath.Join(s.dir, "restored"), "--listen", address)
	serve.Env = h.env
	restored, err := blackbox.Start(ctx, serve, h.URL, "healthz")
	if err != nil {
		return err
	}
	defer restored.Kill()
	got, err := bodies(ctx, h.URL, paths)
	if err != nil {
		return err
	}
	for path, body := range want {
		if got[path] != body {
			different.add("/%s", path)
		}
	}
	r.note("kills", 2*kills+pruneKills)
	r.note("pages compared", len(want))
	r.none(broken)
	r.none(different)
	return nil
}

// startBackup begins a backup, once the server has given up the one that was killed.
func startBackup(ctx context.Context, h *site) error {
	return eventually(ctx, 3*requestLimit, func() error {
		return h.office.Call(ctx, http.MethodPost, "api/admin/backups", nil, nil)
	})
}

// provenBackup makes a backup and waits for its proof.
func provenBackup(ctx context.Context, h *site) (newest backupEntry, err error) {
	var before, now struct{ Data []backupEntry }
	if err := h.office.Call(ctx, http.MethodGet, "api/admin/backups", nil, &before); err != nil {
		return newest, err
	}
	if err := startBackup(ctx, h); err != nil {
		return newest, err
	}
	err = eventually(ctx, 2*time.Minute, func() error {
		if err := h.office.Call(ctx, http.MethodGet, "api/admin/backups", nil, &now); err != nil {
			return err
		}
		if len(now.Data) == 0 || now.Data[0].Proven == nil || len(before.Data) > 0 && before.Data[0].Name == now.Data[0].Name {
			return fmt.Errorf("there is no proof after %d backups", len(now.Data))
		}
		newest = now.Data[0]
		return nil
	})
	return newest, err
}

// verifyBackups counts the backups that cannot be restored.
func verifyBackups(ctx context.Context, h *site, repository string, broken *counter) {
	verify := exec.CommandContext(ctx, blackbox.Binary, "backups", "verify", "--backup-to", repository)
	verify.Env = h.env
	if out, err := verify.CombinedOutput(); err != nil && !strings.Contains(string(out), "there are no backups") {
		broken.add("%v: %s", err, out)
	}
}

// restoreUntilDone kills so many restores into one folder, and lets the next one end.
func restoreUntilDone(ctx context.Context, s *setup, h *site, repository string, kills int) error {
	for n := range kills + 1 {
		restore := exec.CommandContext(ctx, blackbox.Binary, "restore", "--from", repository, "--data", filepath.Join(s.dir, "restored"))
		restore.Env = h.env
		if n == kills {
			out, err := restore.CombinedOutput()
			if err != nil {
				return fmt.Errorf("restore: %w\n%s", err, out)
			}
			return nil
		}
		if err := restore.Start(); err != nil {
			return err
		}
		wait(ctx, rand.N(300*time.Millisecond))
		_ = restore.Process.Kill() // it may have ended
		_ = restore.Wait()
	}
	return nil
}

// bodies returns what each path answers.
func bodies(ctx context.Context, home string, paths []wish) (map[string]string, error) {
	found := map[string]string{}
	for _, w := range paths {
		status, body, err := get(ctx, home+w.path)
		if err != nil {
			return nil, fmt.Errorf("/%s: %w", w.path, err)
		}
		if status != http.StatusOK {
			return nil, fmt.Errorf("/%s answers %d", w.path, status)
		}
		found[w.path] = string(body)
	}
	return found, nil
}
