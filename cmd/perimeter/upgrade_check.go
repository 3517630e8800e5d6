package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"time"

	"perimeter/internal/store"
	"perimeter/internal/temporary"
)

// trialStartLimit is how long a release may take to bring a copy up to date and start.
const trialStartLimit = 15 * time.Minute

// check serves two copies of the site, one with this release and one with the other,
// and compares them. Then this release serves the copy that the other has changed,
// because that is the way back.
func (f upgradeFlags) check(ctx context.Context, s streams) error {
	own, err := ownProgram()
	if err != nil {
		return err
	}
	other, err := filepath.Abs(f.Binary)
	if err != nil {
		return err
	}
	otherVersion, err := runVersion(ctx, other)
	if err != nil {
		return err
	}
	fmt.Fprintf(s.out, "This release is %s, the other one is %s.\n", version, otherVersion)
	copies, remove, err := f.copies(ctx, s)
	defer func() { remove() }()
	if err != nil {
		return fmt.Errorf("the site could not be copied: %w", err)
	}

	before, err := startTrial(ctx, own, copies[0])
	if err != nil {
		return fmt.Errorf("this release does not start on a copy of the site: %w", err)
	}
	defer before.stop()
	after, err := startTrial(ctx, other, copies[1])
	if err != nil {
		return fmt.Errorf("do not upgrade: %s does not start on a copy of the site: %w", otherVersion, err)
	}
	defer after.stop()
	fmt.Fprintf(s.out, "%s has brought the copy up to date and started in %.1f s; %s starts in %.1f s.\n",
		otherVersion, after.took.Seconds(), version, before.took.Seconds())

	report, err := comparePages(ctx, before.site, after.site)
	if err != nil {
		return err
	}
	report.print(s.out, version, otherVersion)
	before.stop()
	after.stop()
	if len(report.failures) == 0 {
		if report.failures, err = f.wayBack(ctx, own, copies[1], report.paths); err != nil {
			return err
		}
		if len(report.failures) == 0 {
			fmt.Fprintf(s.out, "The way back works: %s serves every page from what %s has changed.\n", version, otherVersion)
		} else {
			report.printFailures(s.out)
		}
	}
	switch {
	case len(report.failures) > 0:
		return errors.New("do not upgrade: see above what fails")
	case f.Identical && len(report.differences) > 0:
		return fmt.Errorf("%s are different, and --identical allows none", plural(len(report.differences), "page"))
	}
	return nil
}

// wayBack says which pages fail if this release serves what the other has changed.
func (f upgradeFlags) wayBack(ctx context.Context, own string, data dataFlags, paths []string) (failures []string, err error) {
	back, err := startTrial(ctx, own, data)
	if err != nil {
		return []string{fmt.Sprintf("there is no way back: this release does not start on what the other has changed: %v", err)}, nil
	}
	defer back.stop()
	for _, path := range paths {
		answer, err := back.site.get(ctx, path)
		if err != nil {
			return nil, err
		}
		if answer.status >= 500 {
			failures = append(failures, fmt.Sprintf("there is no way back: %s answers %d with what the other release has changed", path, answer.status))
		}
	}
	return failures, nil
}

// copies makes two copies of the database, each for a server of its own. Uploaded files
// are not copied: pages name them, but do not read them.
func (f upgradeFlags) copies(ctx context.Context, s streams) (copies [2]dataFlags, remove func(), err error) {
	dir, err := temporary.NewFolder("perimeter-upgrade-")
	if err != nil {
		return copies, func() {}, err
	}
	undo := []func() error{func() error { return os.RemoveAll(dir) }}
	remove = func() {
		for _, u := range undo {
			if err := u(); err != nil {
				fmt.Fprintf(s.err, "Warning: a copy could not be removed: %v\n", withoutSecret(err, f.DatabaseURL))
			}
		}
	}
	began := time.Now()
	live, err := f.openStore(ctx, mustExist)
	if err != nil {
		return copies, remove, err
	}
	dump, err := newSpool()
	if err != nil {
		return copies, remove, errors.Join(err, live.Close())
	}
	defer dump.close()
	_, err = dump.write(ctx, live)
	if err := errors.Join(err, live.Close()); err != nil {
		return copies, remove, err
	}
	for i := range copies {
		copies[i] = dataFlags{Data: filepath.Join(dir, fmt.Sprint(i)), Site: f.Site}
		if f.DatabaseURL != "" {
			scratch, drop, err := store.Scratch(ctx, f.DatabaseURL)
			if err != nil {
				return copies, remove, withoutSecret(err, f.DatabaseURL)
			}
			undo = append(undo, drop)
			copies[i].DatabaseURL = scratch
		}
		if err := loadCopy(ctx, dump, copies[i]); err != nil {
			return copies, remove, withoutSecret(err, f.DatabaseURL)
		}
	}
	size, err := dump.rewind()
	fmt.Fprintf(s.out, "Copied the database, %.1f MB, in %.1f s.\n", float64(size)/1e6, time.Since(began).Seconds())
	return copies, remove, err
}

func loadCopy(ctx context.Context, dump *spool, data dataFlags) error {
	how := forRestoring
	if data.DatabaseURL != "" {
		how = store.Config{} // the lock is that of the site
	}
	db, err := data.openStore(ctx, how)
	if err != nil {
		return err
	}
	return errors.Join(dump.load(ctx, db), db.Close())
}

// trialServer is a server of a copy.
type trialServer struct {
	site trialSite
	took time.Duration // until it was ready
	stop func()
}

var readyAt = regexp.MustCompile(`ready at (http://\S+)`)

// startTrial starts a release on a copy, and returns once it is ready.
func startTrial(ctx context.Context, binary string, data dataFlags) (*trialServer, error) {
	began := time.Now()
	command := exec.Command(binary, "serve") //nolint:noctx // stop ends it, by a signal and then by force
	command.Env = trialEnvironment(data)
	log := &tail{limit: 4 << 10}
	command.Stderr = log
	stdout, err := command.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := command.Start(); err != nil {
		return nil, err
	}
	ready, ended := make(chan string, 1), make(chan struct{})
	go func() {
		defer close(ended)
		for lines := bufio.NewScanner(stdout); lines.Scan(); {
			if m := readyAt.FindStringSubmatch(lines.Text()); m != nil {
				ready <- m[1]
				break
			}
		}
		_, _ = io.Copy(io.Discard, stdout)
		_ = command.Wait() // the log says why
	}()
	stop := func() { endProcess(command.Process, ended) }
	limit := time.NewTimer(trialStartLimit)
	defer limit.Stop()
	select {
	case url := <-ready:
		site := newTrialSite(url)
		return &trialServer{site: site, took: time.Since(began), stop: func() {
			site.client.CloseIdleConnections() // the server would wait for them to be used
			stop()
		}}, nil
	case <-ended:
		return nil, fmt.Errorf("it has ended: %s", log.lastLine())
	case <-limit.C:
		stop()
		return nil, fmt.Errorf("it is not ready after %s: %s", trialStartLimit, log.lastLine())
	case <-ctx.Done():
		stop()
		return nil, ctx.Err()
	}
}

// endLimit is how long a server may take to stop before it is killed.
const endLimit = shutdownTimeout + 10*time.Second

// endProcess stops a process and waits for its end. It may be called again.
func endProcess(process *os.Process, ended <-chan struct{}) {
	_ = process.Signal(syscall.SIGTERM) // fails if it has ended, or where there are no signals
	limit := time.NewTimer(endLimit)
	defer limit.Stop()
	select {
	case <-ended:
	case <-limit.C:
		_ = process.Kill()
		<-ended
	}
}

// tail keeps the end of what is written to it.
type tail struct {
	limit int
	text  []byte
}

func (t *tail) Write(p []byte) (int, error) {
	t.text = append(t.text, p...)
	t.text = t.text[max(0, len(t.text)-t.limit):]
	return len(p), nil
}

// lastLine may be called when nothing writes any more.
func (t *tail) lastLine() string {
	lines := strings.Split(strings.TrimSpace(string(t.text)), "\n")
	return lines[len(lines)-1]
}
