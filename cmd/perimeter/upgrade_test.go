package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"perimeter/internal/testkit"
)

// The tests of upgrades need program files. They are this test binary, which behaves
// like the program if a variable says so.
const (
	programVariable = "PERIMETER_TEST_PROGRAM" // the version
	// breakVariable is how long a server works before every page of it fails.
	breakVariable = "PERIMETER_TEST_BREAK_AFTER"
)

func TestMain(m *testing.M) {
	as := os.Getenv(programVariable)
	if as == "" {
		os.Exit(m.Run())
	}
	version = as
	if after, err := time.ParseDuration(os.Getenv(breakVariable)); err == nil && len(os.Args) > 1 && os.Args[1] == "serve" && os.Getenv(inheritVariable) != "" {
		time.AfterFunc(after, func() { os.Exit(7) })
	}
	main()
}

// program writes a script that runs this test binary as a release with the variables.
func program(t *testing.T, path, version string, variables ...string) string {
	t.Helper()
	own := testkit.Must(os.Executable())(t)
	script := fmt.Sprintf("#!/bin/sh\nexport %s=%s %s\nexec %s \"$@\"\n", programVariable, version, strings.Join(variables, " "), own)
	testkit.Check(t, os.WriteFile(path, []byte(script), 0o755))
	return path
}

// install copies this test binary, because a server hands over to its own program file.
func install(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "perimeter")
	testkit.Check(t, copyProgram(path, testkit.Must(os.Executable())(t), 0o755))
	return path
}

// execute runs an installed program to its end.
func execute(t *testing.T, path, version string, args ...string) (status int, out string) {
	t.Helper()
	command := exec.CommandContext(t.Context(), path, args...)
	command.Env = append(os.Environ(), programVariable+"="+version)
	text, err := command.CombinedOutput()
	if err != nil && command.ProcessState == nil {
		t.Fatal(err)
	}
	return command.ProcessState.ExitCode(), string(text)
}

func TestUpgradeCheckComparesEveryPage(t *testing.T) {
	for name, database := range map[string]func(testing.TB) string{"sqlite": func(testing.TB) string { return "" }, "postgres": testkit.PostgresURL} {
		t.Run(name, func(t *testing.T) {
			args := []string{"--data", t.TempDir()}
			if url := database(t); url != "" {
				args = append(args, "--database-url", url)
			}
			start(t, args[1], args[2:]...)
			other := program(t, filepath.Join(t.TempDir(), "new"), "v2")
			status, out := execute(t, testkit.Must(os.Executable())(t), "v1", append([]string{"upgrade", "check", other}, args...)...)
			for _, want := range []string{"This release is v1, the other one is v2.", "identical, 0 different, 0 failed", "The way back works", "upgrade apply"} {
				if status != 0 || !strings.Contains(out, want) {
					t.Fatalf("status %d, want %q in\n%s", status, want, out)
				}
			}
			broken := filepath.Join(t.TempDir(), "broken")
			testkit.Check(t, os.WriteFile(broken, []byte("#!/bin/sh\n[ \"$1\" = version ] && echo perimeter v3 || { echo no memory >&2; exit 1; }\n"), 0o755))
			status, out = execute(t, testkit.Must(os.Executable())(t), "v1", append([]string{"upgrade", "check", broken}, args...)...)
			if status != 1 || !strings.Contains(out, "do not upgrade: v3 does not start on a copy of the site: it has ended: no memory") {
				t.Errorf("a release that does not start: status %d\n%s", status, out)
			}
		})
	}
}

func TestComparisonSaysWhatFails(t *testing.T) {
	page := "<p>" + strings.Repeat("many words ", 50) + "</p>"
	before := map[string]trialAnswer{
		"/same":  {status: 200, body: []byte(`<script src="/assets/app-AbCd_123.js" nonce="x"></script>` + page)},
		"/other": {status: 200, body: []byte(page)}, "/gone": {status: 200}, "/moved": {status: 301, location: "/a"}, "/empty": {status: 200, body: []byte(page)},
	}
	after := map[string]trialAnswer{
		"/same":  {status: 200, body: []byte(`<script src="/assets/app-99999999.js" nonce="y"></script>` + page)},
		"/other": {status: 200, body: []byte(page + "more")}, "/gone": {status: 500}, "/moved": {status: 301, location: "/b"}, "/empty": {status: 200, body: []byte("<p>Oops</p>")},
	}
	var r comparisonReport
	for path := range before {
		r.paths = append(r.paths, path)
		r.compare(path, before[path], after[path])
	}
	var out bytes.Buffer
	r.print(&out, "v1", "v2")
	for _, want := range []string{
		"1 identical, 1 different, 3 failed", "/gone is answered with 500 instead of 200", "/moved is answered with 301 /b instead of 301 /a",
		"/empty has lost more than half of its text", "/other has",
	} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no %q in\n%s", want, out.String())
		}
	}
}

// load asks for pages all the time, each on a new connection, and counts. A process that
// crashes may lose the requests that it has begun, but no connection is refused.
func load(t *testing.T, client *http.Client, address string, crashes bool) (stop func() (asked int64)) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	var group sync.WaitGroup
	var asked atomic.Int64
	for range 4 {
		group.Go(func() {
			for ctx.Err() == nil {
				response, err := client.Get(address + "/about")
				if crashes && err != nil && !errors.Is(err, syscall.ECONNREFUSED) {
					continue
				}
				if err != nil {
					t.Errorf("a request failed: %v", err)
					return
				}
				_, err = io.Copy(io.Discard, response.Body)
				response.Body.Close()
				if err != nil && !crashes || response.StatusCode != http.StatusOK {
					t.Errorf("a request was answered with %d, %v", response.StatusCode, err)
				}
				asked.Add(1)
				time.Sleep(time.Millisecond)
			}
		})
	}
	return func() int64 { cancel(); group.Wait(); return asked.Load() }
}

func newConnections() *http.Client {
	return &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
}

// serveInstalled starts an installed program as a process of its own.
func serveInstalled(t *testing.T, path, dir string, env ...string) (address string, process *exec.Cmd, logs *output) {
	t.Helper()
	out, logs := &output{ready: make(chan string, 9)}, &output{}
	process = exec.Command(path, "serve", "--data", dir, "--listen", "127.0.0.1:0")
	process.Env = append(append(os.Environ(), programVariable+"=v1"), env...)
	process.Stdout, process.Stderr = out, logs
	testkit.Check(t, process.Start())
	t.Cleanup(func() {
		_ = process.Process.Signal(syscall.SIGTERM)
		_ = process.Wait()
	})
	select {
	case address = <-out.ready:
	case <-time.After(2 * time.Minute):
		t.Fatalf("the server is not ready\n%s", logs)
	}
	return address, process, logs
}

// applyUpgrade replaces the served release by v2 under a load, and expects that it stays.
func applyUpgrade(t *testing.T, path, dir string, stop func() (asked int64), logs *output) {
	t.Helper()
	other := program(t, filepath.Join(t.TempDir(), "new"), "v2")
	status, out := execute(t, path, "v1", "upgrade", "apply", other, "--data", dir, "--watch", "1s")
	if asked := stop(); status != 0 || !strings.Contains(out, "The upgrade is done.") || asked < 20 {
		t.Fatalf("status %d after %d requests\n%s\n%s", status, asked, out, logs)
	}
	var now serverInfo
	testkit.Check(t, askServer(t.Context(), dir, "/server", &now))
	if now.Version != "v2" {
		t.Errorf("the server is %+v", now)
	}
}

func TestUpgradeApplyHandsOverWithoutAFailedRequest(t *testing.T) {
	dir, path := t.TempDir(), install(t)
	address, process, logs := serveInstalled(t, path, dir)
	stop := load(t, newConnections(), address, false)
	applyUpgrade(t, path, dir, stop, logs)
	if previous := testkit.Must(os.ReadFile(previousProgram(path)))(t); len(previous) < 1<<20 {
		t.Error("the previous program is not kept")
	}
	// The first process stays for whoever has started it, and passes on the wish to stop.
	testkit.Check(t, process.Process.Signal(syscall.SIGTERM))
	if err := process.Wait(); err != nil {
		t.Errorf("the server ended with %v\n%s", err, logs)
	}
	if err := askServer(t.Context(), dir, "/server", &serverInfo{}); err == nil {
		t.Error("the new release still runs")
	}
}

// The new release goes on with the sockets of both ports and with the same certificate.
func TestUpgradeApplyHandsOverEncryptedSockets(t *testing.T) {
	issuer, httpPort, httpsPort := startIssuer(t)
	dir, path := t.TempDir(), install(t)
	_, _, logs := serveInstalled(t, path, dir, "PERIMETER_DOMAIN=www.pest.example",
		fmt.Sprintf("PERIMETER_HTTP_LISTEN=127.0.0.1:%d", httpPort), fmt.Sprintf("PERIMETER_HTTPS_LISTEN=127.0.0.1:%d", httpsPort),
		"PERIMETER_ACME_DIRECTORY="+issuer.Directory, "PERIMETER_ACME_CA="+issuer.CAFile)
	secure, plain := issuer.Client(httpsPort), issuer.Client(httpPort)
	const page = "https://www.pest.example/about"
	before := fetch(t, secure, http.MethodGet, page).TLS.PeerCertificates[0]
	stop := load(t, secure, "https://www.pest.example", false)
	applyUpgrade(t, path, dir, stop, logs)
	after := fetch(t, secure, http.MethodGet, page)
	if after.StatusCode != http.StatusOK || !after.TLS.PeerCertificates[0].Equal(before) {
		t.Errorf("the page answers %s, with the certificate %s", after.Status, after.TLS.PeerCertificates[0].SerialNumber)
	}
	redirect := fetch(t, plain, http.MethodGet, "http://www.pest.example/about")
	if redirect.StatusCode != http.StatusMovedPermanently || redirect.Header.Get("Location") != page {
		t.Errorf("http answers %s %q", redirect.Status, redirect.Header.Get("Location"))
	}
}

func TestUpgradeApplyGoesBack(t *testing.T) {
	dir, path := t.TempDir(), install(t)
	address, _, logs := serveInstalled(t, path, dir)
	stop := load(t, newConnections(), address, true)
	other := program(t, filepath.Join(t.TempDir(), "new"), "v2", breakVariable+"=2s")
	status, out := execute(t, path, "v1", "upgrade", "apply", other, "--data", dir, "--watch", "1m")
	if status != 1 || !strings.Contains(out, "going back") || !strings.Contains(out, "the previous release is serving") {
		t.Fatalf("status %d\n%s\n%s", status, out, logs)
	}
	var now serverInfo
	testkit.Check(t, askServer(t.Context(), dir, "/server", &now))
	if now.Version != "v1" {
		t.Errorf("the server is %+v", now)
	}
	get(t, address+"/about")
	if asked := stop(); asked < 20 {
		t.Errorf("%d requests", asked)
	}
	if installed := testkit.Must(os.ReadFile(path))(t); len(installed) < 1<<20 {
		t.Error("the program file is not the previous one")
	}
}
