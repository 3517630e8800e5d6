package main

import (
	"fmt"
	"io"
	"os"
	"time"
)

// progressInterval keeps a terminal from being flooded.
const progressInterval = 200 * time.Millisecond

// progress shows how far a command is, in one line that is overwritten. A nil
// progress shows nothing.
type progress struct {
	w     io.Writer
	step  string
	shown time.Time
}

// newProgress returns nil unless errors go to a terminal: a log or a mail from
// cron shall hold nothing but the result.
func newProgress(s streams) *progress {
	if !isTerminal(s.err) {
		return nil
	}
	return &progress{w: s.err}
}

// show replaces the line. It does nothing if the step's line is quite new.
func (p *progress) show(step, format string, args ...any) {
	if p == nil || step == p.step && time.Since(p.shown) < progressInterval {
		return
	}
	p.step, p.shown = step, time.Now()
	fmt.Fprintf(p.w, "\r\x1b[K%s: %s", step, fmt.Sprintf(format, args...))
}

// end removes the line.
func (p *progress) end() {
	if p != nil && p.step != "" {
		p.step = ""
		fmt.Fprint(p.w, "\r\x1b[K")
	}
}

// reader shows how much of a file was read.
func (p *progress) reader(file *os.File, step string) io.Reader {
	info, err := file.Stat()
	if p == nil || err != nil || info.Size() == 0 {
		return file
	}
	return &progressReader{Reader: file, progress: p, step: step, size: info.Size()}
}

type progressReader struct {
	io.Reader
	progress   *progress
	step       string
	read, size int64
}

func (r *progressReader) Read(b []byte) (int, error) {
	n, err := r.Reader.Read(b)
	r.read += int64(n)
	r.progress.show(r.step, "%d %%", 100*r.read/r.size)
	return n, err
}

func isTerminal(w io.Writer) bool {
	file, ok := w.(*os.File)
	if !ok {
		return false
	}
	info, err := file.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}
