package main

import (
	"bufio"
	"context"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// recordedCalls are the system calls that change files, and those that say where a write
// goes. One that is in neither list of interpret fails the trial, so that no change
// escapes it.
const recordedCalls = "open,openat,creat,close,dup,dup2,dup3,lseek,write,pwrite64,writev,pwritev,pwritev2,fsync,fdatasync,sync_file_range," +
	"ftruncate,truncate,fallocate,rename,renameat,renameat2,unlink,unlinkat,rmdir,mkdir,mkdirat,link,linkat,symlink,symlinkat," +
	"copy_file_range,sendfile,splice,mmap"

// recorded returns a program that does what another one does, and writes down its system
// calls. It has the process ID of the other one.
func (s *setup) recorded(ctx context.Context, program, output string) (string, error) {
	strace, err := exec.LookPath("strace")
	if err != nil {
		return "", skipped("there is no strace on this machine: scripts/packages.sh strace installs it")
	}
	if program, err = filepath.Abs(program); err != nil {
		return "", err
	}
	if out, err := exec.CommandContext(ctx, strace, "-o", os.DevNull, "true").CombinedOutput(); err != nil {
		return "", skipped("strace may not trace on this machine: " + string(out))
	}
	options := []string{"-D", "-f", "--seccomp-bpf", "-y", "-xx", "-ttt", "-s", "16777216", "-e", "trace=" + recordedCalls, "-e", "signal=kill", "-o", output, program}
	return s.script("recorded-"+filepath.Base(output), "exec "+strace+" "+strings.Join(options, " ")+` "$@"`)
}

// recordingEnds waits until the recorder has written everything.
func recordingEnds(ctx context.Context, output string) error {
	return eventually(ctx, recoveryLimit, func() error {
		raw, err := os.ReadFile(output)
		if err != nil {
			return err
		}
		last := string(raw[max(0, len(raw)-200):])
		if !strings.HasSuffix(last, "+++\n") {
			return fmt.Errorf("the recording ends with %q", last)
		}
		return nil
	})
}

// systemCall is a line of a recording, or two if another thread came in between.
type systemCall struct {
	name     string
	args     []string
	result   string
	began    time.Time
	sequence int // the number of lines that were complete when it began
}

var (
	lineStart = regexp.MustCompile(`^(\d+) +(\d+)\.(\d+) (.*)$`)
	resumed   = regexp.MustCompile(`^<\.\.\. \w+ resumed>(.*)$`)
)

// readRecording calls visit for every call that has ended and succeeded, in the order in
// which they ended.
func readRecording(from io.Reader, visit func(systemCall) error) error {
	const unfinished = " <unfinished ...>"
	open := map[string]systemCall{}
	begun := map[string]string{}
	complete := 0
	lines := bufio.NewReaderSize(from, 1<<20)
	for {
		line, err := lines.ReadString('\n')
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		match := lineStart.FindStringSubmatch(strings.TrimSuffix(line, "\n"))
		if match == nil {
			return fmt.Errorf("the recording has the line %.200q", line)
		}
		thread, text := match[1], match[4]
		if rest := resumed.FindStringSubmatch(text); rest != nil {
			text = begun[thread] + rest[1]
		} else {
			seconds, _ := strconv.ParseInt(match[2], 10, 64) // digits
			micros, _ := strconv.ParseInt(match[3], 10, 64)
			open[thread] = systemCall{began: time.Unix(seconds, micros*1000), sequence: complete}
		}
		if head, ok := strings.CutSuffix(text, unfinished); ok {
			begun[thread] = head
			if !strings.HasPrefix(head, "close(") {
				continue
			}
			// Another thread can open a file with the same number before this one returns.
			begun[thread], text = "", head+") = 0"
		}
		call, ok := parseCall(text, open[thread])
		if !ok {
			continue // it failed, or is about the end of a process
		}
		complete++
		if err := visit(call); err != nil {
			return err
		}
	}
}

// parseCall reads "name(arguments) = result".
func parseCall(text string, call systemCall) (systemCall, bool) {
	name, rest, ok := strings.Cut(text, "(")
	at := strings.LastIndex(rest, ") = ")
	if !ok || at < 0 || strings.HasPrefix(rest[at+4:], "-1 ") || strings.HasPrefix(rest[at+4:], "?") {
		return call, false
	}
	call.name, call.args, call.result = name, strings.Split(rest[:at], ", "), rest[at+4:]
	return call, true
}

// text decodes a quoted argument. All bytes are in hexadecimal, so it has no other quotes.
func text(arg string) ([]byte, error) {
	quoted, ok := strings.CutPrefix(arg, `"`)
	quoted, closed := strings.CutSuffix(quoted, `"`)
	if !ok || !closed {
		return nil, fmt.Errorf("%.100q is no complete text", arg)
	}
	return hex.DecodeString(strings.ReplaceAll(quoted, `\x`, ""))
}

// descriptor reads a file descriptor and the path of its file.
func descriptor(arg string) (fd int, path string) {
	number, rest, _ := strings.Cut(arg, "<")
	fd, _ = strconv.Atoi(number) // AT_FDCWD is 0, which is not used
	named, _, _ := strings.Cut(rest, ">")
	raw, err := hex.DecodeString(strings.ReplaceAll(named, `\x`, ""))
	if err != nil { // such as socket:[1]
		return fd, ""
	}
	return fd, string(raw)
}

// writtenFile is an open file of the recorded process.
type writtenFile struct {
	file    *diskFile
	offset  int64
	appends bool
}

// tape turns system calls into changes of a disk.
type tape struct {
	disk *disk
	root string
	open map[int]*writtenFile
	// changes is the number of the newest change after so many calls.
	changes []int
}

func newTape(root string) *tape { return &tape{disk: newDisk(), root: root} }

// add reads a recording.
func (t *tape) add(path string) error {
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	t.open, t.changes = map[int]*writtenFile{}, []int{t.disk.changes} // of another process
	return readRecording(file, func(call systemCall) error {
		err := t.interpret(call)
		t.changes = append(t.changes, t.disk.changes)
		return err
	})
}

// inside returns a path below the root, and whether it is there.
func (t *tape) inside(path string) (string, bool) {
	below, err := filepath.Rel(t.root, path)
	return below, err == nil && below != ".." && !strings.HasPrefix(below, "../")
}

// resolve returns the path of an argument, which may be relative to a folder.
func (t *tape) resolve(folder, arg string) (string, bool, error) {
	raw, err := text(arg)
	path := string(raw)
	if !filepath.IsAbs(path) {
		_, base := descriptor(folder)
		path = filepath.Join(base, path)
	}
	below, ok := t.inside(path)
	return below, ok, err
}

func (t *tape) interpret(call systemCall) error {
	t.disk.now = call.began
	switch call.name {
	case "open":
		return t.opened(call, call.args[1])
	case "openat":
		return t.opened(call, call.args[2])
	case "close":
		fd, _ := descriptor(call.args[0])
		delete(t.open, fd)
		return nil
	case "mkdir", "mkdirat", "rename", "renameat", "renameat2", "unlink", "unlinkat", "rmdir", "link", "linkat":
		return t.named(call)
	case "mmap":
		return t.mapped(call)
	case "symlink", "symlinkat", "creat", "truncate", "copy_file_range", "splice", "dup", "dup2", "dup3":
		return t.unknown(call)
	case "sendfile": // which reads what visitors are sent
		call.args = call.args[:1]
		return t.unknown(call)
	}
	fd, path := descriptor(call.args[0])
	below, ok := t.inside(path)
	if path == "" || !ok {
		return nil
	}
	if call.name == "fsync" || call.name == "fdatasync" {
		if f := t.open[fd]; f != nil {
			t.disk.syncFile(f.file, t.changes[call.sequence])
		} else {
			t.disk.syncFolder(below, t.changes[call.sequence])
		}
		return nil
	}
	f := t.open[fd]
	if f == nil {
		return fmt.Errorf("%s of %s, which nobody has opened for writing", call.name, below)
	}
	return t.changed(call, f)
}

// unknown refuses a call on a file of the data folder whose effect is not modelled.
func (t *tape) unknown(call systemCall) error {
	for _, arg := range call.args {
		_, path := descriptor(arg)
		if raw, err := text(arg); err == nil {
			path = string(raw)
		}
		if below, ok := t.inside(path); ok && path != "" {
			return fmt.Errorf("nobody has taught this trial what %s does to %s", call.name, below)
		}
	}
	return nil
}

func number(arg string) int64 {
	n, err := strconv.ParseInt(strings.TrimSpace(arg), 10, 64)
	if err != nil {
		return -1
	}
	return n
}

// changed interprets a call that writes to a file.
func (t *tape) changed(call systemCall, f *writtenFile) error {
	count := number(call.result)
	switch call.name {
	case "lseek":
		f.offset = count
	case "ftruncate":
		t.disk.truncate(f.file, number(call.args[1]))
	case "fallocate":
		if call.args[1] != "0" {
			return fmt.Errorf("fallocate with the mode %s", call.args[1])
		}
		t.disk.truncate(f.file, max(f.file.size, number(call.args[2])+number(call.args[3])))
	case "write", "pwrite64":
		data, err := text(call.args[1])
		if err != nil {
			return err
		}
		at := f.offset
		if f.appends {
			at = f.file.size
		}
		if call.name == "pwrite64" {
			at = number(call.args[3])
		} else {
			f.offset = at + count
		}
		t.disk.write(f.file, at, data[:count])
	default:
		return fmt.Errorf("nobody has taught this trial what %s does to a disk", call.name)
	}
	return nil
}

// opened interprets the opening of a file, which may create or empty it.
func (t *tape) opened(call systemCall, flags string) error {
	fd, path := descriptor(call.result)
	below, ok := t.inside(path)
	if !ok || path == "" {
		return nil
	}
	if strings.Contains(flags, "O_TMPFILE") {
		return fmt.Errorf("a file without a name in %s", below)
	}
	if strings.Contains(flags, "O_DIRECTORY") || t.disk.isFolder(below) {
		return nil
	}
	file := t.disk.at(below)
	if file == nil {
		if !strings.Contains(flags, "O_CREAT") {
			return fmt.Errorf("%s is opened, but nobody has created it", below)
		}
		file = t.disk.create(below)
	} else if strings.Contains(flags, "O_TRUNC") && file.size > 0 {
		t.disk.truncate(file, 0)
	}
	t.open[fd] = &writtenFile{file: file, appends: strings.Contains(flags, "O_APPEND")}
	return nil
}

// named interprets a call that changes the entries of folders.
func (t *tape) named(call systemCall) error {
	folder, args := "", call.args
	if strings.HasSuffix(call.name, "at") || call.name == "renameat2" {
		folder, args = args[0], args[1:]
	}
	from, inside, err := t.resolve(folder, args[0])
	if err != nil || !inside {
		return err
	}
	switch call.name {
	case "mkdir", "mkdirat":
		t.disk.mkdir(from)
		return nil
	case "unlink", "unlinkat", "rmdir":
		t.disk.remove(from)
		return nil
	}
	target := args[1:]
	if folder != "" {
		folder, target = target[0], target[1:]
	}
	to, inside, err := t.resolve(folder, target[0])
	if err != nil {
		return err
	}
	if !inside {
		return fmt.Errorf("%s moves out of the data folder", from)
	}
	if strings.HasPrefix(call.name, "link") {
		t.disk.link(from, to)
	} else {
		t.disk.rename(from, to)
	}
	return nil
}

// mapped refuses a file that is written through memory, where no recorder sees it. The
// shared memory of SQLite is not needed after a crash.
func (t *tape) mapped(call systemCall) error {
	if len(call.args) < 5 {
		return nil
	}
	_, path := descriptor(call.args[4])
	below, ok := t.inside(path)
	shared := strings.Contains(call.args[3], "MAP_SHARED") && strings.Contains(call.args[2], "PROT_WRITE")
	if path == "" || !ok || !shared || strings.HasSuffix(below, "-shm") {
		return nil
	}
	return fmt.Errorf("%s is written through memory", below)
}
