package store_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"

	"perimeter/internal/auth"
	"perimeter/internal/site"
	"perimeter/internal/store"
	"perimeter/internal/testkit"
)

// Some tests need other processes. They run this test binary again; these
// variables say what it does and where.
const (
	roleVariable = "STORE_TEST_ROLE"
	dirVariable  = "STORE_TEST_DIR"
)

func TestMain(m *testing.M) {
	roles := map[string]func(ctx context.Context, dir string) error{
		"publish for ever": publishForEver,
		"add a user":       addUser,
	}
	name := os.Getenv(roleVariable)
	if name == "" {
		os.Exit(m.Run())
	}
	if err := roles[name](context.Background(), os.Getenv(dirVariable)); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func process(t *testing.T, role, dir string) *exec.Cmd {
	t.Helper()
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), program)
	cmd.Env = append(os.Environ(), roleVariable+"="+role, dirVariable+"="+dir)
	return cmd
}

// publishForEver prints the number of each item after publishing it.
func publishForEver(ctx context.Context, dir string) error {
	s, err := store.Open(ctx, store.Config{DataDir: dir, Lock: store.LockServing})
	if err != nil {
		return err
	}
	items, err := s.ContentItems(ctx)
	if err != nil {
		return err
	}
	for n := len(items); ; n++ {
		err := s.Site().Publish(ctx, func(tx site.Tx) error {
			_, err := tx.ContentItems().Insert(ctx, site.ContentItem{Key: strconv.Itoa(n), Value: strings.Repeat("x", n%5000)}, 0)
			return err
		})
		if err != nil {
			return err
		}
		fmt.Fprintln(os.Stdout, n)
	}
}

func addUser(ctx context.Context, dir string) (err error) {
	s, err := store.Open(ctx, store.Config{DataDir: dir})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	return s.Auth().Write(ctx, func(tx auth.Tx) error {
		_, err := tx.Users().Put(ctx, auth.User{Username: fmt.Sprintf("user-%d", os.Getpid())})
		return err
	})
}

func TestCommittedWritesSurviveKill(t *testing.T) {
	dir := t.TempDir()
	for round := range 3 {
		cmd := process(t, "publish for ever", dir)
		cmd.Stderr = os.Stderr
		out, err := cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		var acknowledged []string
		lines := bufio.NewScanner(out)
		for lines.Scan() {
			acknowledged = append(acknowledged, lines.Text())
			if len(acknowledged) == 30 {
				// Writes that it acknowledges until it is dead count too.
				if err := cmd.Process.Kill(); err != nil {
					t.Fatal(err)
				}
			}
		}
		if err := cmd.Wait(); err == nil || len(acknowledged) < 30 {
			t.Fatalf("round %d: the process ended by itself after %d writes: %v", round, len(acknowledged), err)
		}

		s, err := store.Open(t.Context(), store.Config{DataDir: dir})
		if err != nil {
			t.Fatalf("round %d: open after the kill: %v", round, err)
		}
		items, err := s.ContentItems(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		found := map[string]bool{}
		for _, item := range items {
			found[item.Key] = true
		}
		for _, key := range acknowledged {
			if !found[key] {
				t.Errorf("round %d: the acknowledged item %s is lost", round, key)
			}
		}
		// Every transaction made one item and one revision, starting from 1.
		if revision, err := s.Revision(t.Context()); err != nil || revision != int64(len(items))+1 {
			t.Errorf("round %d: the revision is %d (error %v) with %d items", round, revision, err, len(items))
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

func TestConcurrentProcessesOpenEmptyFolder(t *testing.T) {
	const processes = 8
	dir := t.TempDir()
	var started []*exec.Cmd
	for range processes {
		cmd := process(t, "add a user", dir)
		cmd.Stderr = os.Stderr
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		started = append(started, cmd)
	}
	for _, cmd := range started {
		if err := cmd.Wait(); err != nil {
			t.Errorf("one of the processes: %v", err)
		}
	}
	users, err := testkit.OpenStore(t, store.Config{DataDir: dir}).Users(t.Context())
	if err != nil || len(users) != processes {
		t.Errorf("there are %d users (error %v), want %d", len(users), err, processes)
	}
}

func TestOneProcessServesWhileOthersAddUsers(t *testing.T) {
	dir := t.TempDir()
	serving := testkit.OpenStore(t, store.Config{DataDir: dir, Lock: store.LockServing})
	for _, lock := range []store.Lock{store.LockServing, store.LockRestoring} {
		_, err := store.Open(t.Context(), store.Config{DataDir: dir, Lock: lock})
		if !errors.Is(err, store.ErrInUse) || !strings.Contains(err.Error(), dir) {
			t.Errorf("lock %d of a second process returned %v, want ErrInUse with the folder", lock, err)
		}
	}
	if out, err := process(t, "add a user", dir).CombinedOutput(); err != nil {
		t.Errorf("add a user: %v\n%s", err, out)
	}
	if users, err := serving.Users(t.Context()); err != nil || len(users) != 1 {
		t.Errorf("the serving process sees %d users (error %v), want 1", len(users), err)
	}
	if err := serving.Close(); err != nil {
		t.Fatal(err)
	}
	testkit.OpenStore(t, store.Config{DataDir: dir, Lock: store.LockServing})
}
