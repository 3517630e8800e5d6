// Package blackbox runs the built binary and talks to it from outside, for the
// programs that measure it and put it under stress. It must not know anything
// of the program's inside.
package blackbox

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"os/exec"
	"strconv"
	"sync"
	"syscall"
	"time"
)

// Binary is the program, seen from the top of the repository.
const Binary = "bin/perimeter"

// startLimit is how long a server may take until it answers.
const startLimit = 20 * time.Second

// Process is a server that runs for the measurement.
type Process struct {
	URL     string // of the home page, with a slash at the end
	Command *exec.Cmd

	output *bytes.Buffer
	ended  chan struct{} // closed when err is set and output complete
	err    error
}

// Serve describes a server of the built binary on a free port.
type Serve struct {
	Program string   // "" is Binary
	Data    string   // its data folder
	Env     []string // its whole environment
	// Ready is the path that must answer 200 before the server counts as
	// started; "" is the home page.
	Ready string
}

// Start starts the server and returns once it is ready.
func (s Serve) Start(ctx context.Context) (*Process, error) {
	port, err := FreePort()
	if err != nil {
		return nil, err
	}
	listen := "127.0.0.1:" + port
	command := exec.CommandContext(ctx, cmp.Or(s.Program, Binary), "serve", "--data", s.Data, "--listen", listen)
	command.Env = s.Env
	return Start(ctx, command, "http://"+listen+"/", s.Ready)
}

// Start starts a server that listens at url and returns once the path below url
// answers 200.
func Start(ctx context.Context, command *exec.Cmd, url, ready string) (*Process, error) {
	p := &Process{URL: url, Command: command, output: new(bytes.Buffer), ended: make(chan struct{})}
	command.Stdout, command.Stderr = p.output, p.output
	command.Cancel = func() error { return command.Process.Signal(syscall.SIGTERM) }
	command.WaitDelay = startLimit
	if err := command.Start(); err != nil {
		return nil, err
	}
	go func() {
		p.err = command.Wait()
		close(p.ended)
	}()
	ctx, cancel := context.WithTimeout(ctx, startLimit)
	defer cancel()
	for {
		_, err := Fetch(ctx, url+ready)
		if err == nil {
			return p, nil
		}
		select {
		case <-p.ended:
			return nil, fmt.Errorf("%s ended: %w\n%s", command.Path, p.err, p.output)
		case <-ctx.Done():
			p.Kill()
			return nil, fmt.Errorf("%s did not answer: %w\n%s", command.Path, err, p.output)
		case <-time.After(2 * time.Millisecond):
		}
	}
}

// Signal sends the process a signal; one that has ended is no error.
func (p *Process) Signal(signal syscall.Signal) { _ = p.Command.Process.Signal(signal) }

// Ended is closed when the process has ended.
func (p *Process) Ended() <-chan struct{} { return p.ended }

// Stop asks the process to end and waits for it.
func (p *Process) Stop() error {
	p.Signal(syscall.SIGTERM)
	<-p.ended
	if p.err != nil {
		return fmt.Errorf("%s ended badly: %w\n%s", p.Command.Path, p.err, p.output)
	}
	return nil
}

// Kill ends the process with SIGKILL and waits until it is gone.
func (p *Process) Kill() {
	p.Signal(syscall.SIGKILL)
	<-p.ended
}

// Output is what the process has written; it may be read once it has ended.
func (p *Process) Output() string {
	<-p.ended
	return p.output.String()
}

// ExitCode is the status with which the process has ended.
func (p *Process) ExitCode() int {
	<-p.ended
	var exit *exec.ExitError
	if errors.As(p.err, &exit) {
		return exit.ExitCode()
	}
	if p.err != nil {
		return -1
	}
	return 0
}

// FreePort returns a port that nobody listens on. It is below those that systems give
// to listeners and connections that ask for any port, so that none of them takes it
// before the caller listens on it.
func FreePort() (string, error) {
	const lowest, count = 15_000, 15_000
	for range 100 {
		port := strconv.Itoa(lowest + rand.IntN(count))
		if _, given := givenPorts.LoadOrStore(port, true); given {
			continue
		}
		if listener, err := net.Listen("tcp", "127.0.0.1:"+port); err == nil {
			return port, listener.Close()
		}
	}
	return "", errors.New("no port is free")
}

// givenPorts are the ports that FreePort has returned.
var givenPorts sync.Map
