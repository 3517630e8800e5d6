package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"unsafe"
)

// openTerminal returns a terminal, and what was written to it once it is closed.
func openTerminal(t *testing.T) (terminal *os.File, written func() string) {
	t.Helper()
	master, err := os.OpenFile("/dev/ptmx", os.O_RDWR, 0)
	if err != nil {
		t.Skip("this machine has no terminals:", err)
	}
	t.Cleanup(func() { master.Close() })
	control := func(request uintptr, value *int32) {
		t.Helper()
		if _, _, failed := syscall.Syscall(syscall.SYS_IOCTL, master.Fd(), request, uintptr(unsafe.Pointer(value))); failed != 0 {
			t.Fatal(failed)
		}
	}
	var number, unlocked int32
	control(syscall.TIOCGPTN, &number)
	control(syscall.TIOCSPTLCK, &unlocked)
	terminal, err = os.OpenFile(fmt.Sprintf("/dev/pts/%d", number), os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { terminal.Close() })
	output := make(chan string)
	go func() {
		var all bytes.Buffer
		_, _ = io.Copy(&all, master) // ends with an error when the terminal is closed
		output <- all.String()
	}()
	return terminal, func() string {
		terminal.Close()
		return <-output
	}
}

func TestProgressIsShownOnATerminalOnly(t *testing.T) {
	dir, file := t.TempDir(), filepath.Join(t.TempDir(), "site.tar.gz")
	addAdmin(t, dir)
	addImage(t, dir, "a picture")
	for _, test := range []struct {
		command string
		steps   []string
		result  string
	}{
		{"backup", []string{"Reading the database", "Writing uploaded files: 1, 0.0 MB"}, "Wrote"},
		{"restore", []string{"Checking the backup: 100 %", "Restoring uploaded files", "Restoring the database"}, "Restored"},
	} {
		status, stdout, stderr := command(t, "", test.command, "--data", dir, file)
		if status != 0 || stderr != "" || strings.Count(stdout, "\n") != 1 || !strings.HasPrefix(stdout, test.result) {
			t.Errorf("%s elsewhere: status %d, output %q, errors %q", test.command, status, stdout, stderr)
		}

		terminal, written := openTerminal(t)
		var out bytes.Buffer
		if status := run(t.Context(), []string{test.command, "--data", dir, file}, strings.NewReader(""), &out, terminal); status != 0 {
			t.Fatalf("%s on a terminal: status %d\n%s", test.command, status, written())
		}
		shown := written()
		for _, step := range test.steps {
			if !strings.Contains(shown, "\r\x1b[K"+step) {
				t.Errorf("%s does not show %q: %q", test.command, step, shown)
			}
		}
		if !strings.HasSuffix(shown, "\r\x1b[K") || out.String() != stdout {
			t.Errorf("%s ends with %q and the result %q", test.command, shown, out.String())
		}
	}
}
