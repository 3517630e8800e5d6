package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"perimeter/internal/testkit/blackbox"
)

// maxRecovery is how long it may take from the sheet to the first page.
const maxRecovery = 5 * time.Minute

var (
	sheetKey     = regexp.MustCompile(`AGE-SECRET-KEY-1\w+`)
	sheetCommand = regexp.MustCompile(`(?m)^  \d\. perimeter (.+)$`)
)

// recovery deletes the data folder of a site with encrypted backups. What the printed
// sheet says must bring the same site back.
func recovery(ctx context.Context, s *setup, r *result) error {
	repository := filepath.Join(s.dir, "encrypted-backups")
	h, err := s.startSite(ctx, "", "PERIMETER_BACKUP_TO="+repository, "PERIMETER_BACKUP_RECIPIENT=auto")
	if err != nil {
		return err
	}
	defer func() { h.Kill() }()
	paths, different := slices.Clone(publicPages), count("pages that differ")
	for n := range s.of(200, 6) {
		p := post{slug: fmt.Sprintf("recovered-%d", n)}
		if err := p.save(ctx, h.office, n); err != nil {
			return err
		}
		picture, err := h.office.Upload(ctx, "image/jpeg", photograph())
		if err != nil {
			return err
		}
		paths = append(paths, ok("blog/"+p.slug, picture)...)
	}
	made, err := provenBackup(ctx, h)
	if err != nil {
		return err
	}
	if !*made.Proven {
		return fmt.Errorf("the backup is not like the site: %s", made.Difference)
	}
	address := hostOf(h.URL)
	printer := exec.CommandContext(ctx, blackbox.Binary, "recovery-sheet", "--data", h.data, "--listen", address)
	printer.Env = h.env
	sheet, err := printer.Output()
	if err != nil {
		return err
	}
	want, err := bodies(ctx, h.URL, paths)
	if err != nil {
		return err
	}
	h.Kill()
	if err := os.RemoveAll(h.data); err != nil {
		return err
	}

	commands := sheetCommand.FindAllStringSubmatch(string(sheet), -1)
	if len(commands) != 3 {
		return fmt.Errorf("the sheet has %d commands:\n%s", len(commands), sheet)
	}
	began := time.Now()
	var last *exec.Cmd
	for i, c := range commands {
		last = exec.CommandContext(ctx, blackbox.Binary, strings.Fields(c[1])...)
		last.Env = []string{"PATH="} // the sheet is all that is left
		last.Stdin = strings.NewReader(sheetKey.FindString(string(sheet)) + "\n")
		if i == len(commands)-1 {
			break
		}
		if out, err := last.CombinedOutput(); err != nil {
			return fmt.Errorf("perimeter %s: %w\n%s", c[1], err, out)
		}
	}
	restored, err := blackbox.Start(ctx, last, h.URL, "healthz")
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
	r.note("pages and pictures compared", len(want))
	r.none(different)
	r.atMost("seconds to the same site", int(time.Since(began).Seconds()), int(maxRecovery.Seconds()))
	return nil
}

// backupsToS3 takes S3 away in the middle of backups, and makes it slow. The backup
// fails or is proven; once S3 is back, the next one is, and all are complete.
func backupsToS3(ctx context.Context, s *setup, r *result) error {
	address, err := s.storage(ctx)
	if err != nil {
		return err
	}
	network, err := newProxy(address)
	if err != nil {
		return err
	}
	defer network.close()
	place := func(address string) string {
		return "s3://perimeter?endpoint=http://" + address + "&region=us-east-1&path_style=true"
	}
	keys := []string{"AWS_ACCESS_KEY_ID=" + s3Key, "AWS_SECRET_ACCESS_KEY=" + s3Secret}
	h, err := s.startSite(ctx, "", append(keys, "PERIMETER_BACKUP_TO="+place(network.address()), "PERIMETER_BACKUP_RECIPIENT=auto")...)
	if err != nil {
		return err
	}
	defer func() { h.Kill() }()
	broken, failed := count("broken backups"), count("failed pages")
	rounds := s.of(6, 2)
	for n := range rounds {
		if _, err := h.office.Upload(ctx, "image/jpeg", photograph()); err != nil {
			return err
		}
		if err := (&post{slug: fmt.Sprintf("to-s3-%d", n)}).save(ctx, h.office, n); err != nil {
			return err
		}
		if err := startBackup(ctx, h); err != nil {
			return err
		}
		wait(ctx, rand.N(300*time.Millisecond))
		if n%2 == 0 {
			network.refuseAll()
			wait(ctx, time.Second)
		} else {
			network.slow(100 * time.Millisecond)
			wait(ctx, time.Second)
		}
		visit(ctx, h.URL, publicPages, failed)
		network.recover()
	}
	made, err := provenBackup(ctx, h)
	if err != nil {
		return err
	}
	if !*made.Proven { // it has built on one that was not; the next writes everything
		if made, err = provenBackup(ctx, h); err != nil {
			return err
		}
	}
	if !*made.Proven {
		broken.add("the proof found %s", made.Difference)
	}
	verify := exec.CommandContext(ctx, blackbox.Binary, "backups", "verify", "--data", h.data, "--backup-to", place(address))
	verify.Env = h.env
	if out, err := verify.CombinedOutput(); err != nil {
		broken.add("%v: %s", err, out)
	}
	r.note("backups disturbed", rounds)
	r.none(broken)
	r.none(failed)
	return nil
}

// restoreCase is what is done to a repository, and how a restore from it must end.
type restoreCase struct {
	name   string
	change func(repository string) error
	says   string // "" means that it succeeds
}

// damagedBackups restores from changed copies of a repository and of an archive. What
// is damaged or unknown must be refused in words, and touch nothing.
func damagedBackups(ctx context.Context, s *setup, r *result) error {
	repository, archive := filepath.Join(s.dir, "sound-backups"), filepath.Join(s.dir, "sound.tar.gz")
	h, err := s.startSite(ctx, "", "PERIMETER_BACKUP_TO="+repository)
	if err != nil {
		return err
	}
	defer func() { h.Kill() }()
	if _, err := h.office.Upload(ctx, "image/jpeg", photograph()); err != nil {
		return err
	}
	if _, err := provenBackup(ctx, h); err != nil {
		return err
	}
	if out, err := runBinary(ctx, h, "backup", "--data", h.data, archive); err != nil {
		return fmt.Errorf("backup: %w\n%s", err, out)
	}
	wrong := count("restores that ended otherwise")
	cases := restoreCases()
	for i, c := range cases {
		changed := filepath.Join(s.dir, fmt.Sprintf("changed-%d", i))
		if err := errors.Join(os.CopyFS(changed, os.DirFS(repository)), c.change(changed)); err != nil {
			return fmt.Errorf("%s: %w", c.name, err)
		}
		checkRestore(ctx, h, c, filepath.Join(s.dir, fmt.Sprintf("target-%d", i)), []string{"--from", changed}, wrong)
	}
	archives, err := archiveCases(archive)
	if err != nil {
		return err
	}
	for i, c := range archives {
		changed := filepath.Join(s.dir, fmt.Sprintf("changed-%d.tar.gz", i))
		if err := c.change(changed); err != nil {
			return fmt.Errorf("%s: %w", c.name, err)
		}
		checkRestore(ctx, h, c, filepath.Join(s.dir, fmt.Sprintf("archive-target-%d", i)), []string{changed}, wrong)
	}
	r.atLeast("changed backups", len(cases)+len(archives), 8)
	r.none(wrong)
	return nil
}

func runBinary(ctx context.Context, h *site, args ...string) ([]byte, error) {
	command := exec.CommandContext(ctx, blackbox.Binary, args...)
	command.Env = h.env
	return command.CombinedOutput()
}

// checkRestore restores into a new folder, which must stay empty if that fails.
func checkRestore(ctx context.Context, h *site, c restoreCase, target string, from []string, wrong *counter) {
	out, err := runBinary(ctx, h, append([]string{"restore", "--data", target}, from...)...)
	_, statErr := os.Stat(filepath.Join(target, "perimeter.db"))
	switch {
	case c.says == "" && err != nil:
		wrong.add("%s: %v: %s", c.name, err, out)
	case c.says != "" && (err == nil || !strings.Contains(string(out), c.says)):
		wrong.add("%s: it says %s", c.name, out)
	case (c.says == "") != (statErr == nil):
		wrong.add("%s: the folder holds a site: %t", c.name, statErr == nil)
	}
}
