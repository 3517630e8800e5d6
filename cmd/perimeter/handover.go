package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"runtime"
	"runtime/debug"
	"strings"
	"sync"
	"syscall"
	"time"
)

// A handover lets the program file that is now where this process came from take over:
// this process finishes its requests and closes the database, the new one gets the
// listening sockets and starts. Connections that arrive meanwhile wait in the sockets.
// This process watches the new one, and serves again if that fails.

const (
	// handoverStartLimit is how long a new release may take to bring the database up
	// to date and start.
	handoverStartLimit = 15 * time.Minute
	// watchPause is the time between two requests of the watch.
	watchPause = 200 * time.Millisecond
	// maxWatch bounds how long a process waits with its decision.
	maxWatch = time.Hour
)

// handover is one that was asked for.
type handover struct {
	watch  time.Duration
	report *handoverReport
	files  []*os.File // of the listening sockets
	names  []string   // of the sockets
	target watchTarget
}

// handoverLine is a line of what the command that asked is told.
type handoverLine struct {
	Text  string `json:"text,omitempty"`
	End   bool   `json:"end,omitempty"`
	Taken bool   `json:"taken,omitempty"` // at the end: whether the new release stays
}

// handoverReport tells the command that asked what happens. It may have ended, which
// changes nothing.
type handoverReport struct {
	conn   net.Conn
	logger *slog.Logger
}

func (r *handoverReport) say(text string) {
	r.logger.Info("upgrade: " + text)
	r.send(handoverLine{Text: text})
}

func (r *handoverReport) end(taken bool) {
	r.send(handoverLine{End: true, Taken: taken})
	_ = r.conn.Close()
}

func (r *handoverReport) send(line handoverLine) {
	_ = r.conn.SetWriteDeadline(time.Now().Add(headerTimeout))
	_ = json.NewEncoder(r.conn).Encode(line)
}

// handovers takes the requests for one.
type handovers struct {
	start   func() // makes the server stop
	sockets func() ([]*os.File, []string, error)
	target  watchTarget
	logger  *slog.Logger

	mu    sync.Mutex
	asked *handover
}

// serverInfo is what a command has to know of the running server.
type serverInfo struct {
	Version    string `json:"version"`
	Executable string `json:"executable"`
	Refusal    string `json:"refusal,omitempty"` // why it cannot hand over
}

func (h *handovers) info(w http.ResponseWriter, _ *http.Request) {
	info := serverInfo{Version: version}
	var err error
	if info.Executable, err = ownProgram(); err != nil {
		info.Refusal = err.Error()
	}
	if runtime.GOOS == "windows" {
		info.Refusal = "on Windows a process cannot hand over its sockets; stop the server, replace the program and start it again"
	}
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(info) // fails only if the command has ended
}

// take begins a handover. The connection stays open until the handover has ended,
// long after the rest of this server.
func (h *handovers) take(w http.ResponseWriter, r *http.Request) {
	watch, err := time.ParseDuration(r.FormValue("watch"))
	if err != nil || watch <= 0 || watch > maxWatch {
		http.Error(w, fmt.Sprintf("the new release can be watched for at most %s", maxWatch), http.StatusBadRequest)
		return
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.asked != nil {
		http.Error(w, "another upgrade is under way", http.StatusConflict)
		return
	}
	files, names, err := h.sockets()
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	conn, _, err := http.NewResponseController(w).Hijack()
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	_, _ = io.WriteString(conn, "HTTP/1.1 200 OK\r\nContent-Type: application/x-ndjson\r\nConnection: close\r\n\r\n")
	h.asked = &handover{watch: watch, report: &handoverReport{conn, h.logger}, files: files, names: names, target: h.target}
	h.asked.report.say("finishing the requests that are under way")
	h.start()
}

// requested returns the handover that was asked for, or nil.
func (h *handovers) requested() *handover {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.asked
}

// requestHandover asks the running server to hand over, prints what it says, and
// returns whether the new release stays.
func requestHandover(ctx context.Context, data string, watch time.Duration, out io.Writer) (taken bool, err error) {
	response, err := callServer(ctx, data, http.MethodPost, "/handover?watch="+url.QueryEscape(watch.String()), 0)
	if err != nil {
		return false, err
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		text, _ := io.ReadAll(io.LimitReader(response.Body, 1<<10))
		return false, errors.New(strings.TrimSpace(string(text)))
	}
	for lines := bufio.NewScanner(response.Body); lines.Scan(); {
		var line handoverLine
		if err := json.Unmarshal(lines.Bytes(), &line); err != nil {
			return false, err
		}
		if line.End {
			return line.Taken, nil
		}
		fmt.Fprintf(out, "The server: %s.\n", line.Text)
	}
	return false, errors.New("the server has ended without a word about the upgrade; look at its log")
}

// successor is the process of the new release.
type successor struct {
	command *exec.Cmd
	ended   chan struct{}
	err     error // once ended
}

// startSuccessor starts the program file of this process again, with the sockets.
func (h *handover) startSuccessor(line arguments, s streams) (*successor, error) {
	program, err := ownProgram()
	if err != nil {
		return nil, err
	}
	command := exec.Command(program, line...) //nolint:noctx // it outlives this process
	command.Env = append(withoutSettings(os.Environ(), func(name string) bool { return name == inheritVariable }),
		inheritVariable+"="+strings.Join(h.names, ","))
	command.ExtraFiles = h.files
	command.Stdout, command.Stderr = s.out, s.err
	if err := command.Start(); err != nil {
		return nil, err
	}
	next := &successor{command: command, ended: make(chan struct{})}
	go func() {
		next.err = command.Wait()
		close(next.ended)
	}()
	return next, nil
}

// run lets the new release take over. It returns true if this process has nothing more
// to do, and false if it has to serve again.
func (h *handover) run(ctx context.Context, line arguments, s streams) (done bool, err error) {
	h.report.say("starting the new release")
	next, err := h.startSuccessor(line, s)
	if err == nil {
		err = h.target.watch(ctx, next, h.watch, h.report)
		if ctx.Err() != nil { // this process was told to stop
			h.report.end(err == nil)
			return true, next.follow(ctx)
		}
	}
	if err != nil {
		h.report.say(fmt.Sprintf("the new release failed: %v; going back", err))
		if next != nil {
			endProcess(next.command.Process, next.ended)
		}
		h.report.logger.Error("the new release failed, this one serves again; see that the program file is the right one before the next start",
			"error", err.Error())
		return false, nil
	}
	// From here on, the new process is the service.
	told, err := notifySystemd(fmt.Sprintf("MAINPID=%d", next.command.Process.Pid))
	if err != nil {
		h.report.say(fmt.Sprintf("systemd could not be told of the new process: %v", err))
	}
	h.report.say(fmt.Sprintf("the new release has served without a fault for %s", h.watch))
	h.report.end(true)
	if told {
		return true, nil
	}
	// Whoever has started this process waits for its end.
	debug.FreeOSMemory()
	return true, next.follow(ctx)
}

// follow waits for the end of the new process, and passes on the wish to stop.
func (n *successor) follow(ctx context.Context) error {
	select {
	case <-n.ended:
	case <-ctx.Done():
		_ = n.command.Process.Signal(syscall.SIGTERM)
		<-n.ended
	}
	return n.err
}

// watchTarget is where the new release is reached: at the sockets that it was given.
type watchTarget struct {
	address string
	base    *url.URL
	tls     bool
}

// watch waits until the new release is ready, and then asks for its pages for the
// period. It returns what is wrong with it.
func (t watchTarget) watch(ctx context.Context, next *successor, period time.Duration, report *handoverReport) error {
	// A request to a process that has ended would wait for somebody to accept it.
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	go func() {
		select {
		case <-next.ended:
			stop(fmt.Errorf("it has ended: %w", errors.Join(next.err, errEnded)))
		case <-ctx.Done():
		}
	}()
	err := t.ask(ctx, period, report)
	if err != nil && ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return err
}

// ask does what watch does, for as long as ctx lasts.
func (t watchTarget) ask(ctx context.Context, period time.Duration, report *handoverReport) error {
	site := t.site()
	began := time.Now()
	for {
		answer, err := site.get(ctx, "/healthz")
		if err != nil {
			return err
		}
		if answer.status == http.StatusOK {
			break
		}
		if time.Since(began) > handoverStartLimit {
			return fmt.Errorf("it is not ready after %s", handoverStartLimit)
		}
		if err := pause(ctx); err != nil {
			return err
		}
	}
	report.say(fmt.Sprintf("the new release is ready after %.1f s and is being watched", time.Since(began).Seconds()))
	paths, err := site.pages(ctx)
	if err != nil {
		return err
	}
	paths = append([]string{"/healthz", "/readyz"}, paths...)
	for i, over := 0, time.Now().Add(period); i < 2 || time.Now().Before(over); i++ {
		path := paths[i%len(paths)]
		answer, err := site.get(ctx, path)
		switch {
		case err != nil:
			return err
		case answer.status == 0:
			return fmt.Errorf("%s is not answered: %s", path, answer.body)
		case answer.status >= http.StatusInternalServerError:
			return fmt.Errorf("%s answers %d", path, answer.status)
		}
		if err := pause(ctx); err != nil {
			return err
		}
	}
	return nil
}

// pause waits a moment. It returns an error if ctx is over.
func pause(ctx context.Context) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(watchPause):
		return nil
	}
}

var errEnded = errors.New("its log says why")
