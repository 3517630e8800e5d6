package main

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"perimeter/internal/testkit/blackbox"
)

// startPerimeter starts the built binary and returns when it has answered a
// request for the home page.
func startPerimeter(ctx context.Context, data string, env ...string) (*blackbox.Process, error) {
	return blackbox.Serve{Data: data, Env: env}.Start(ctx)
}

// startForAdministrator starts the built binary and signs a new administrator in.
func startForAdministrator(ctx context.Context, data string) (*blackbox.Process, *blackbox.Client, error) {
	if err := blackbox.AddAdministrator(ctx, data); err != nil {
		return nil, nil, err
	}
	server, err := startPerimeter(ctx, data)
	if err != nil {
		return nil, nil, err
	}
	admin, err := blackbox.SignIn(ctx, server.URL)
	if err != nil {
		return nil, nil, errors.Join(err, server.Stop())
	}
	return server, admin, nil
}

// startNginx serves the body and the headers of a page as a static file: with
// Debian's default settings, but without an access log. More settings of the server
// may be given.
func startNginx(ctx context.Context, dir string, page *blackbox.Response, settings string) (*blackbox.Process, error) {
	root := filepath.Join(dir, "root")
	if err := os.MkdirAll(root, 0o755); err != nil {
		return nil, err
	}
	if err := os.WriteFile(filepath.Join(root, "home"), page.Body, 0o644); err != nil {
		return nil, err
	}
	port, err := blackbox.FreePort()
	if err != nil {
		return nil, err
	}
	var headers strings.Builder
	for _, name := range slices.Sorted(maps.Keys(page.Header)) {
		switch name {
		case "Content-Type", "Content-Length", "Date", "Etag", "Last-Modified", "Connection":
			continue // nginx writes these itself
		}
		fmt.Fprintf(&headers, "add_header %s %s;\n", name, strconv.Quote(page.Header.Get(name)))
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
    %[5]s
  }
}`, dir, port, page.Header.Get("Content-Type"), headers.String(), settings)
	file := filepath.Join(dir, "nginx.conf")
	if err := os.WriteFile(file, []byte(config), 0o644); err != nil {
		return nil, err
	}
	binary, err := exec.LookPath("nginx")
	if err != nil {
		binary = "/usr/sbin/nginx" // sbin is not always in PATH
	}
	return blackbox.Start(ctx, exec.CommandContext(ctx, binary, "-p", dir, "-c", file), "http://127.0.0.1:"+port+"/", "")
}
