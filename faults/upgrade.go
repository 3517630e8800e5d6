package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"

	"perimeter/internal/testkit/blackbox"
)

// The other release of these trials is a copy of the built binary: they are about what
// happens to requests when one process takes the place of another. That the tables of two
// releases fit together is tested where the migrations are.

// rollingUpgrade replaces the replicas behind a balancer one after the other.
func rollingUpgrade(ctx context.Context, s *setup, r *result) error {
	d, err := s.database(ctx)
	if err != nil {
		return err
	}
	other, err := s.copyProgram("other", blackbox.Binary)
	if err != nil {
		return err
	}
	running, stop, err := s.startReplicas(ctx, d.env(d.address))
	defer stop()
	if err != nil {
		return err
	}
	b := newBalancer(running...)
	t, err := startTraffic(ctx, b)
	if err != nil {
		return err
	}
	defer t.stop()
	replaced := 0
	for round := range s.of(4, 1) {
		for i, old := range b.all() {
			if err := t.flow(ctx); err != nil {
				return err
			}
			next := *old
			next.program = []string{other, ""}[round%2]
			if err := old.terminate(ctx); err != nil {
				return err
			}
			if err := next.start(ctx); err != nil {
				return err
			}
			running[i] = &next // which stop ends
			b.replace(i, &next)
			replaced++
		}
	}
	if err := t.flow(ctx); err != nil {
		return err
	}
	r.note("replaced", replaced)
	t.end(ctx, r)
	return r.peak(running[0].Process, peakMB)
}

// upgradeApply lets other releases take over from the server: some that work, one that
// does not start and one that is killed while it is watched.
func upgradeApply(ctx context.Context, s *setup, r *result) error {
	installed, err := s.copyProgram("installed", blackbox.Binary)
	if err != nil {
		return err
	}
	good, err := s.copyProgram("good", blackbox.Binary)
	if err != nil {
		return err
	}
	h, err := s.startProgram(ctx, installed, "")
	if err != nil {
		return err
	}
	defer func() { _ = h.terminate(context.WithoutCancel(ctx)) }() // it passes this on to the new release
	t, err := startTraffic(ctx, newBalancer(h))
	if err != nil {
		return err
	}
	defer t.stop()

	upgrades := s.of(3, 1)
	for range upgrades {
		if err := t.flow(ctx); err != nil {
			return err
		}
		if out, err := h.upgrade(ctx, good, "1s", nil); err != nil {
			return fmt.Errorf("the upgrade failed: %w\n%s", err, out)
		}
	}
	if err := t.flow(ctx); err != nil {
		return err
	}

	pid := filepath.Join(s.dir, "successor")
	crashing, err := s.script("crashing", fmt.Sprintf("echo $$ >%s\nexec %s \"$@\"", pid, good))
	if err != nil {
		return err
	}
	starting, err := s.script("not-starting", fmt.Sprintf("[ \"$1\" != serve ] || [ -n \"$PERIMETER_TRIAL\" ] || exit 7\nexec %s \"$@\"", good))
	if err != nil {
		return err
	}
	if !s.short {
		if err := h.upgradeFails(ctx, starting, nil); err != nil {
			return err
		}
		if err := t.flow(ctx); err != nil {
			return err
		}
	}
	t.crashing.Store(true)
	kill := func(line string) error {
		if !strings.Contains(line, "being watched") {
			return nil
		}
		raw, err := os.ReadFile(pid)
		if err != nil {
			return err
		}
		id, err := strconv.Atoi(strings.TrimSpace(string(raw)))
		if err != nil {
			return err
		}
		return syscall.Kill(id, syscall.SIGKILL)
	}
	if err := h.upgradeFails(ctx, crashing, kill); err != nil {
		return err
	}
	t.crashing.Store(false)
	if err := t.flow(ctx); err != nil {
		return err
	}
	r.note("upgrades", upgrades)
	cut, _ := t.cut.read()
	r.note(t.cut.what, cut)
	t.end(ctx, r)
	return nil
}

// upgradeFails applies a release that fails, after which the previous one must serve.
func (h *site) upgradeFails(ctx context.Context, program string, each func(line string) error) error {
	before, err := os.Stat(h.program)
	if err != nil {
		return err
	}
	out, err := h.upgrade(ctx, program, "1m", each)
	var exit *exec.ExitError
	if !errors.As(err, &exit) || !strings.Contains(out, "the previous release is serving") {
		return fmt.Errorf("a release that fails: %w\n%s", err, out)
	}
	if after, err := os.Stat(h.program); err != nil || after.Size() != before.Size() {
		return fmt.Errorf("the program file is not the previous one: %w", err)
	}
	return nil
}

// upgrade runs perimeter upgrade apply and shows each line of what it prints.
func (h *site) upgrade(ctx context.Context, program, watch string, each func(line string) error) (out string, err error) {
	command := exec.CommandContext(ctx, h.program, "upgrade", "apply", program, "--data", h.data, "--watch", watch)
	command.Env = h.env
	lines, err := command.StdoutPipe()
	if err != nil {
		return "", err
	}
	command.Stderr = command.Stdout
	if err := command.Start(); err != nil {
		return "", err
	}
	var failed error
	for scanner := bufio.NewScanner(lines); scanner.Scan(); {
		out += scanner.Text() + "\n"
		if each != nil && failed == nil {
			failed = each(scanner.Text())
		}
	}
	return out, errors.Join(command.Wait(), failed)
}

// copyProgram copies a program file into a folder of its own.
func (s *setup) copyProgram(name, from string) (string, error) {
	raw, err := os.ReadFile(from)
	if err != nil {
		return "", err
	}
	return s.writeProgram(name, raw)
}

// script writes a program that is a shell script.
func (s *setup) script(name, text string) (string, error) {
	return s.writeProgram(name, []byte("#!/bin/sh\n"+text+"\n"))
}

func (s *setup) writeProgram(name string, content []byte) (string, error) {
	path := filepath.Join(s.dir, name, "perimeter")
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return "", err
	}
	return path, os.WriteFile(path, content, 0o755)
}
