package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/cookiejar"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"perimeter/internal/testkit"
)

// command runs one command line to its end.
func command(t *testing.T, stdin string, args ...string) (status int, stdout, stderr string) {
	t.Helper()
	var out, errs bytes.Buffer
	status = run(t.Context(), args, strings.NewReader(stdin), &out, &errs)
	return status, out.String(), errs.String()
}

// mustRun runs one command line, which must succeed, and returns its output.
func mustRun(t *testing.T, stdin string, args ...string) string {
	t.Helper()
	status, stdout, stderr := command(t, stdin, args...)
	if status != 0 {
		t.Fatalf("perimeter %s: status %d\n%s", strings.Join(args, " "), status, stderr)
	}
	return stdout
}

// output is written by the server and read by the test.
type output struct {
	mu    sync.Mutex
	text  strings.Builder
	ready chan string // the address, once
}

var readyLine = regexp.MustCompile(`ready at (http://\S+)`)

func (o *output) Write(p []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if m := readyLine.FindSubmatch(p); m != nil {
		o.ready <- string(m[1])
	}
	return o.text.Write(p)
}

func (o *output) String() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.text.String()
}

// running is a started server.
type running struct {
	address string
	out     *output
	stop    func() int // ends it and returns its exit status
}

// start serves a data folder until the test or stop ends it.
func start(t *testing.T, dir string, args ...string) running {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	out, errs := &output{ready: make(chan string, 1)}, &output{}
	ended := make(chan int, 1)
	go func() {
		args := append([]string{"serve", "--data", dir, "--listen", "127.0.0.1:0"}, args...)
		ended <- run(ctx, args, strings.NewReader(""), out, errs)
	}()
	stop := sync.OnceValue(func() int {
		http.DefaultClient.CloseIdleConnections() // the server would wait for them to be used
		cancel()
		return <-ended
	})
	t.Cleanup(func() { stop() })
	select {
	case address := <-out.ready:
		return running{address, out, stop}
	case status := <-ended:
		ended <- status
		t.Fatalf("the server ended with status %d\n%s", status, errs)
	case <-time.After(2 * time.Minute):
		t.Fatalf("the server is not ready\n%s", errs)
	}
	return running{}
}

func get(t *testing.T, address string) (int, string) {
	t.Helper()
	response, err := http.Get(address)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return response.StatusCode, string(body)
}

// signedIn returns a client with an administrator's session.
func signedIn(t *testing.T, address, username, password string) *http.Client {
	t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	// Connections of its own: one that has sent a body is not on the fast path.
	client := &http.Client{Jar: jar, Transport: &http.Transport{}}
	t.Cleanup(client.CloseIdleConnections)
	send(t, client, address+"/api/auth/login", map[string]any{"username": username, "password": password})
	return client
}

func send(t *testing.T, client *http.Client, address string, body any) {
	t.Helper()
	encoded, err := json.Marshal(body)
	if err != nil {
		t.Fatal(err)
	}
	response, err := client.Post(address, "application/json", bytes.NewReader(encoded))
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	if answer, _ := io.ReadAll(response.Body); response.StatusCode != http.StatusOK {
		t.Fatalf("POST %s answers %d: %s", address, response.StatusCode, answer)
	}
}

func addAdmin(t *testing.T, dir string) {
	t.Helper()
	mustRun(t, "a fine password\n", "user", "add", "--data", dir,
		"--username", "sam", "--full-name", "Sam Sample", "--role", "admin", "--password-stdin")
}

func TestFirstStartPrintsPassword(t *testing.T) {
	dir := t.TempDir()
	first := start(t, dir)
	m := regexp.MustCompile(`password\s+(\S{20,})`).FindStringSubmatch(first.out.String())
	if m == nil {
		t.Fatalf("no password was printed:\n%s", first.out)
	}
	signedIn(t, first.address, "admin", m[1])
	if status := first.stop(); status != 0 {
		t.Errorf("the server ended with status %d", status)
	}
	second := start(t, dir)
	if strings.Contains(second.out.String(), "password") {
		t.Errorf("the second start speaks of a password:\n%s", second.out)
	}
}

func TestStartWithUsersAddsNone(t *testing.T) {
	dir := t.TempDir()
	addAdmin(t, dir)
	server := start(t, dir)
	if strings.Contains(server.out.String(), "password") {
		t.Errorf("a password was made up:\n%s", server.out)
	}
	signedIn(t, server.address, "sam", "a fine password")
}

func TestEditIsInNextResponse(t *testing.T) {
	for _, fastPath := range []string{"on", "off"} {
		dir := t.TempDir()
		addAdmin(t, dir)
		server := start(t, dir, "--fast-path", fastPath)
		if _, body := get(t, server.address+"/"); !strings.Contains(body, "Protect Your Home From Unwanted Pests") {
			t.Error("the home page lacks the default headline")
		}
		client := signedIn(t, server.address, "sam", "a fine password")
		for i := range 3 {
			title := fmt.Sprintf("Headline number %d", i)
			item := map[string]any{"key": "hero_title", "section": "home", "type": "text", "value": title}
			if i > 0 {
				item["id"] = 1
			}
			send(t, client, server.address+"/api/admin/content", item)
			// From the second request on, the fast path responds if it is on.
			for range 3 {
				if _, body := get(t, server.address+"/"); !strings.Contains(body, title) {
					t.Errorf("fast path %s: a response after edit %d does not show it", fastPath, i)
				}
			}
		}
	}
}

func TestEditIsInNextResponseOfAnotherReplica(t *testing.T) {
	database := testkit.PostgresURL(t)
	mustRun(t, "a fine password\n", "user", "add", "--data", t.TempDir(), "--database-url", database,
		"--username", "sam", "--role", "admin", "--password-stdin")
	one, two := start(t, t.TempDir(), "--database-url", database), start(t, t.TempDir(), "--database-url", database)
	client := signedIn(t, one.address, "sam", "a fine password")
	for i := range 5 {
		title := fmt.Sprintf("Headline number %d", i)
		item := map[string]any{"key": "hero_title", "section": "home", "type": "text", "value": title}
		if i > 0 {
			item["id"] = 1
		}
		send(t, client, one.address+"/api/admin/content", item)
		send(t, client, one.address+"/api/admin/blog-posts", map[string]any{"id": 1, "title": title})
		// The other replica, and pages that show one of the edits, both and none.
		for _, replica := range []running{two, one} {
			for _, path := range []string{"/", "/blog", "/feed.xml", "/api/blog-posts"} {
				if _, body := get(t, replica.address+path); !strings.Contains(body, title) {
					t.Errorf("edit %d is not in the next response of %s%s", i, replica.address, path)
				}
			}
			if _, body := get(t, replica.address+"/about"); strings.Contains(body, title) {
				t.Errorf("the page %s/about has a text that it does not show", replica.address)
			}
		}
	}
	if _, services := get(t, two.address+"/api/services"); strings.Count(services, "termite-control") != 1 {
		t.Error("two copies that started together did not fill the site exactly once")
	}
}

func TestStarterFlag(t *testing.T) {
	_, filled := get(t, start(t, t.TempDir()).address+"/api/services")
	if !strings.Contains(filled, "termite-control") {
		t.Errorf("a new site holds %s", filled)
	}
	_, empty := get(t, start(t, t.TempDir(), "--starter=false").address+"/api/services")
	if strings.Contains(empty, "slug") {
		t.Errorf("a site without starter content holds %s", empty)
	}
}

func TestTwoServersCannotShareDataFolder(t *testing.T) {
	dir := t.TempDir()
	start(t, dir)
	status, _, stderr := command(t, "", "serve", "--data", dir, "--listen", "127.0.0.1:0")
	if status == 0 || !strings.Contains(stderr, dir) {
		t.Errorf("status %d and %q, want a failure that names the folder", status, stderr)
	}
}

func TestCheckReportsProblemsAndAdvice(t *testing.T) {
	file := filepath.Join(t.TempDir(), "a-file")
	if err := os.WriteFile(file, []byte("name: ''"), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, test := range map[string]struct {
		args []string
		want []string
	}{
		"a base URL with a path":       {[]string{"--base-url", "https://pest.example/site"}, []string{"base URL", "origin only", "PERIMETER_BASE_URL"}},
		"a data folder that is a file": {[]string{"--data", file}, []string{"data folder", "is a file", "--data"}},
		"a site file that is not one":  {[]string{"--site", file}, []string{"site file", "name: is required"}},
		"an unreachable database":      {[]string{"--database-url", "postgres://sam:hush@127.0.0.1:1/none"}, []string{"database", "PERIMETER_DATABASE_URL"}},
		"a storage of another kind":    {[]string{"--storage-url", "ftp://files"}, []string{"storage", "s3://"}},
		"half of Google's settings":    {[]string{"--google-client-id", "me"}, []string{"reviews", "PERIMETER_GOOGLE_LOCATION"}},
	} {
		t.Run(name, func(t *testing.T) {
			args := append([]string{"check", "--data", t.TempDir()}, test.args...)
			status, stdout, stderr := command(t, "", args...)
			if status == 0 || !strings.Contains(stderr, "of 12 checks failed") {
				t.Errorf("status %d and %q", status, stderr)
			}
			for _, want := range append(test.want, "FAIL") {
				if !strings.Contains(stdout, want) {
					t.Errorf("the report does not speak of %q:\n%s", want, stdout)
				}
			}
			if strings.Contains(stdout+stderr, "hush") {
				t.Error("a password is printed")
			}
		})
	}
}

func TestCheckPassesForWorkingSetup(t *testing.T) {
	if out := mustRun(t, "", "check", "--data", filepath.Join(t.TempDir(), "new")); strings.Contains(out, "FAIL") {
		t.Errorf("a sound setup:\n%s", out)
	}
	status, _, stderr := command(t, "", "serve", "--data", t.TempDir(), "--base-url", "pest.example")
	if status == 0 || !strings.Contains(stderr, "base URL") {
		t.Errorf("serve with a wrong base URL: status %d, %q", status, stderr)
	}
}

func TestWrongUsagePrintsHelp(t *testing.T) {
	for _, args := range [][]string{{}, {"fly"}, {"serve", "--wings"}, {"backup"}} {
		if status, _, stderr := command(t, "", args...); status == 0 || !strings.Contains(stderr, "perimeter") {
			t.Errorf("%v: status %d, %q", args, status, stderr)
		}
	}
	if status, stdout, _ := command(t, "", "--help"); status != 0 || !strings.Contains(stdout, "serve") {
		t.Errorf("--help: status %d, %q", status, stdout)
	}
	if out := mustRun(t, "", "version"); !strings.HasPrefix(out, "perimeter ") {
		t.Errorf("version prints %q", out)
	}
}

func TestShutdownFinishesOpenRequests(t *testing.T) {
	dir := t.TempDir()
	addAdmin(t, dir)
	server := start(t, dir, "--starter=false")
	body, writer := io.Pipe()
	request, err := http.NewRequest(http.MethodPost, server.address+"/api/auth/login", body)
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Content-Type", "application/json")
	// The server asks for the body once it handles the request.
	request.Header.Set("Expect", "100-continue")
	client := &http.Client{Transport: &http.Transport{ExpectContinueTimeout: time.Minute}}
	answered := make(chan int, 1)
	go func() {
		response, err := client.Do(request)
		if err != nil {
			answered <- 0
			return
		}
		response.Body.Close()
		answered <- response.StatusCode
	}()
	fmt.Fprint(writer, `{"username":"sam",`)
	ended := make(chan int, 1)
	go func() { ended <- server.stop() }()
	fmt.Fprint(writer, `"password":"a fine password"}`)
	writer.Close()
	if status := <-answered; status != http.StatusOK {
		t.Errorf("the request under way was answered with %d", status)
	}
	if status := <-ended; status != 0 {
		t.Errorf("the server ended with status %d", status)
	}
}
