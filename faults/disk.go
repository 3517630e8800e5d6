package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"perimeter/internal/testkit/blackbox"
)

// diskFull fills the disk under a running site, deletes and signs out there,
// starts the server again, and then makes room.
func diskFull(ctx context.Context, s *setup, r *result) (err error) {
	disk, unmount, err := smallDisk(s.dir)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, unmount()) }()
	h, err := s.startSite(ctx, filepath.Join(disk, "data"))
	if err != nil {
		return err
	}
	defer func() { h.Kill() }()

	posts := make([]post, 4)
	for i := range posts {
		posts[i].slug = fmt.Sprintf("kept-%d", i)
		if err := posts[i].save(ctx, h.office, 1); err != nil {
			return err
		}
	}
	leaving, err := blackbox.SignIn(ctx, h.URL)
	if err != nil {
		return err
	}
	failed, lost, stale := count("failed"), count("lost"), count("stale")
	visit(ctx, h.URL, publicPages, failed)

	filler := filepath.Join(disk, "filler")
	if err := fill(filler); err != nil {
		return err
	}
	refused := saveUntilRefused(ctx, h, failed)
	visit(ctx, h.URL, publicPages, failed)
	// Giving up room must work even when there is none.
	if err := h.office.Call(ctx, http.MethodDelete, fmt.Sprintf("api/admin/blog-posts/%d", posts[3].id), nil, nil); err != nil {
		failed.add("delete a post: %v", err)
	}
	if err := leaving.Call(ctx, http.MethodPost, "api/auth/logout", nil, nil); err != nil {
		failed.add("sign out: %v", err)
	} else if err := leaving.Call(ctx, http.MethodGet, "api/auth/user", nil, nil); refusal(err) != http.StatusUnauthorized {
		failed.add("signed out, but still known: %v", err)
	}
	peak, err := h.PeakMB()
	if err != nil {
		return err
	}
	misleading := count("refused starts that do not say why")
	h.Kill()
	switch err := h.start(ctx); {
	case err == nil:
		r.note("starts on the full disk", 1)
		visit(ctx, h.URL, publicPages, failed)
		h.Kill()
	case !speaksOfSpace(err.Error()):
		misleading.add("%s", withoutLog(err.Error()))
	}

	if err := os.Remove(filler); err != nil {
		return err
	}
	if err := h.start(ctx); err != nil {
		return fmt.Errorf("with room again: %w", err)
	}
	for i := range posts[:3] {
		posts[i].checkPage(ctx, h.URL, 1, lost, stale)
		if err := posts[i].save(ctx, h.office, 2); err != nil {
			failed.add("with room again: %v", err)
			continue
		}
		posts[i].checkPage(ctx, h.URL, 2, lost, stale)
	}
	r.atLeast("saves refused for lack of space", refused, 1)
	r.none(failed)
	r.none(misleading)
	r.none(lost)
	r.none(stale)
	r.atMost("peak memory, MB", int(peak), peakMB)
	return nil
}

// saveUntilRefused saves posts until the server says that there is no space,
// and some more; every other refusal has failed.
func saveUntilRefused(ctx context.Context, h *site, failed *counter) (refused int) {
	for i := range 200 {
		p := post{slug: fmt.Sprintf("too-much-%d", i)}
		err := p.save(ctx, h.office, 1)
		if err != nil && refusal(err) != http.StatusInsufficientStorage {
			failed.add("save a post: %v", err)
			return refused
		}
		if err != nil {
			if refused++; refused == 5 {
				return refused
			}
		}
	}
	return refused
}

// speaksOfSpace reports whether a refusal names the cause and gives no advice
// about anything else.
func speaksOfSpace(text string) bool {
	text = strings.ToLower(text)
	return !strings.Contains(text, "permission") && !strings.Contains(text, "may write") &&
		(strings.Contains(text, "space") || strings.Contains(text, "full"))
}

// withoutLog leaves out the log, whose lines are JSON.
func withoutLog(text string) string {
	var kept []string
	for line := range strings.Lines(text) {
		if !strings.HasPrefix(line, "{") {
			kept = append(kept, line)
		}
	}
	return strings.Join(kept, "")
}

// smallDisk mounts a file system that fills up soon.
func smallDisk(dir string) (folder string, unmount func() error, err error) {
	folder = filepath.Join(dir, "disk")
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return "", nil, err
	}
	if err := syscall.Mount("tmpfs", folder, "tmpfs", 0, "size=24m"); err != nil {
		return "", nil, skipped(fmt.Sprintf("a small disk cannot be mounted here (%v): run this as root", err))
	}
	return folder, func() error { return syscall.Unmount(folder, syscall.MNT_DETACH) }, nil
}

// fill writes until nothing more fits, to the last block.
func fill(name string) error {
	file, err := os.Create(name)
	if err != nil {
		return err
	}
	defer file.Close()
	for _, size := range []int{1 << 20, 4 << 10, 1} {
		for range 32 << 20 {
			if _, err = file.Write(make([]byte, size)); err != nil {
				break
			}
		}
		if !errors.Is(err, syscall.ENOSPC) {
			return fmt.Errorf("the disk did not fill up: %w", err)
		}
	}
	return nil
}
