package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// process is a running server.
type process struct {
	url     string
	command *exec.Cmd
	output  *bytes.Buffer
}

// startPerimeter starts the built binary and returns when it has answered a
// request for the home page.
func startPerimeter(ctx context.Context, data string, env ...string) (*process, error) {
	port, err := freePort()
	if err != nil {
		return nil, err
	}
	listen := "127.0.0.1:" + port
	command := exec.CommandContext(ctx, "bin/perimeter", "serve", "--data", data, "--listen", listen)
	command.Env = env
	return start(ctx, command, "http://"+listen+"/")
}

// startNginx serves the body and the headers of a page as a static file: with
// Debian's default settings, but without an access log.
func startNginx(ctx context.Context, dir string, page *response) (*process, error) {
	root := filepath.Join(dir, "root")
	if err := os.MkdirAll(root, 0o755); err != nil {
		return nil, err
	}
	if err := os.WriteFile(filepath.Join(root, "home"), page.body, 0o644); err != nil {
		return nil, err
	}
	port, err := freePort()
	if err != nil {
		return nil, err
	}
	var headers strings.Builder
	for _, name := range slices.Sorted(maps.Keys(page.header)) {
		switch name {
		case "Content-Type", "Content-Length", "Date", "Etag", "Last-Modified", "Connection":
			continue // nginx writes these itself
		}
		fmt.Fprintf(&headers, "add_header %s %s;\n", name, strconv.Quote(page.header.Get(name)))
	}
	config := fmt.Sprintf(`
daemon off;
pid %[1]s/nginx.pid;
error_log stderr;
worker_processes auto;
events { worker_connections 768; }
http {
  sendfile on;
  tcp_nopush on;
  access_log off;
  client_body_temp_path %[1]s/body;
  proxy_temp_path %[1]s/proxy;
  fastcgi_temp_path %[1]s/fastcgi;
  uwsgi_temp_path %[1]s/uwsgi;
  scgi_temp_path %[1]s/scgi;
  keepalive_requests 1000000;
  server {
    listen 127.0.0.1:%[2]s;
    root %[1]s/root;
    default_type %[3]q;
    location = / { try_files /home =404; }
    %[4]s
  }
}`, dir, port, page.header.Get("Content-Type"), headers.String())
	file := filepath.Join(dir, "nginx.conf")
	if err := os.WriteFile(file, []byte(config), 0o644); err != nil {
		return nil, err
	}
	binary, err := exec.LookPath("nginx")
	if err != nil {
		binary = "/usr/sbin/nginx" // sbin is not always in PATH
	}
	return start(ctx, exec.CommandContext(ctx, binary, "-p", dir, "-c", file), "http://127.0.0.1:"+port+"/")
}

func start(ctx context.Context, command *exec.Cmd, url string) (*process, error) {
	p := &process{url: url, command: command, output: new(bytes.Buffer)}
	command.Stdout, command.Stderr = p.output, p.output
	command.Cancel = func() error { return command.Process.Signal(syscall.SIGTERM) }
	if err := command.Start(); err != nil {
		return nil, err
	}
	deadline := time.Now().Add(20 * time.Second)
	for {
		_, err := fetch(ctx, url)
		if err == nil {
			return p, nil
		}
		if time.Now().After(deadline) || ctx.Err() != nil {
			_ = p.stop()
			return nil, fmt.Errorf("%s did not answer: %w\n%s", command.Path, err, p.output)
		}
		select {
		case <-time.After(2 * time.Millisecond):
		case <-ctx.Done():
		}
	}
}

func (p *process) stop() error {
	if err := p.command.Process.Signal(syscall.SIGTERM); err != nil && !errors.Is(err, os.ErrProcessDone) {
		return err
	}
	if err := p.command.Wait(); err != nil {
		return fmt.Errorf("%s failed: %w\n%s", p.command.Path, err, p.output)
	}
	return nil
}

// response is a response to a client that accepts brotli.
type response struct {
	header http.Header
	body   []byte
}

func (r *response) String() string {
	encoding := cmp.Or(r.header.Get("Content-Encoding"), r.header.Get("Content-Type"))
	return fmt.Sprintf("%.1f KB %s", kilobytes(len(r.body)), encoding)
}

func fetch(ctx context.Context, url string) (*response, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return nil, err
	}
	request.Header.Set("Accept-Encoding", "br")
	res, err := http.DefaultClient.Do(request)
	if err != nil {
		return nil, err
	}
	defer res.Body.Close()
	body, err := io.ReadAll(res.Body)
	if err != nil {
		return nil, err
	}
	if res.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("%s answered %s", url, res.Status)
	}
	return &response{header: res.Header, body: body}, nil
}

// residentMB returns the resident memory of a process.
func residentMB(pid int) (float64, error) {
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return 0, err
	}
	for line := range strings.Lines(string(status)) {
		if value, ok := strings.CutPrefix(line, "VmRSS:"); ok {
			kib, err := strconv.ParseFloat(strings.TrimSuffix(strings.TrimSpace(value), " kB"), 64)
			return kib * 1024 / 1e6, err
		}
	}
	return 0, errors.New("the process status has no VmRSS")
}

func freePort() (string, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	defer listener.Close()
	_, port, err := net.SplitHostPort(listener.Addr().String())
	return port, err
}
