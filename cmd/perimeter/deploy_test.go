package main

import (
	"bytes"
	"context"
	"encoding/json"
	"image"
	"image/png"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"net/http/cookiejar"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"perimeter/internal/testkit"
	"perimeter/internal/testkit/blackbox"
)

const deployFolder = "../../deploy"

// tool returns the path of a program, or skips the test if it is not installed. The run
// of all tests installs nginx. It tries to install systemd-analyze, which not every system
// has.
func tool(t *testing.T, name string) string {
	t.Helper()
	for _, candidate := range []string{name, "/usr/sbin/" + name} {
		if path, err := exec.LookPath(candidate); err == nil {
			return path
		}
	}
	if name == "nginx" && os.Getenv("PERIMETER_TEST_REQUIRE") != "" {
		t.Fatal("nginx is not installed, but no test may be skipped: scripts/packages.sh nginx installs it")
	}
	t.Skipf("%s is not installed, so this part of deploy is not tested here", name)
	return ""
}

func TestTheServiceUnitIsValidAndLocked(t *testing.T) {
	analyze := tool(t, "systemd-analyze")
	unit := string(testkit.Must(os.ReadFile(filepath.Join(deployFolder, "perimeter.service")))(t))
	// The program is not installed here, and its user does not exist.
	unit = strings.ReplaceAll(unit, "/usr/local/bin/perimeter", testkit.Must(os.Executable())(t))
	unit = strings.NewReplacer("User=perimeter", "User=daemon", "Group=perimeter\n", "").Replace(unit)
	file := filepath.Join(t.TempDir(), "perimeter.service")
	testkit.Check(t, os.WriteFile(file, []byte(unit), 0o600))
	for _, args := range [][]string{
		{"verify", "--man=no", "--recursive-errors=no", file},
		{"security", "--offline=yes", "--threshold=25", "--no-pager", file}, // 2.5 of 10, where 0 is best
	} {
		out, err := exec.CommandContext(t.Context(), analyze, args...).CombinedOutput()
		if err != nil || args[0] == "verify" && strings.Contains(string(out), "perimeter.service:") {
			t.Errorf("systemd-analyze %s: %v\n%s", args[0], err, out)
		}
	}
	for _, setting := range []string{"Type=notify", "NotifyAccess=main"} { // which upgrades need
		if !strings.Contains(unit, "\n"+setting+"\n") {
			t.Errorf("the unit lacks %s", setting)
		}
	}
}

// The configuration of nginx is used as it is, except for ports, certificates and
// the place of the server.
func TestNginxInFrontOfTheServer(t *testing.T) {
	nginx := tool(t, "nginx")
	dir := t.TempDir()
	addAdmin(t, dir)
	server := start(t, dir, "--trusted-proxies", "127.0.0.1/32", "--base-url", "http://www.example.com")
	conf := string(testkit.Must(os.ReadFile(filepath.Join(deployFolder, "nginx.conf")))(t))
	address := freeAddress(t)
	conf = strings.ReplaceAll(conf, "127.0.0.1:8080", strings.TrimPrefix(server.address, "http://"))
	conf = strings.ReplaceAll(conf, "listen 443 ssl http2;", "listen "+address+";")
	conf = strings.ReplaceAll(conf, "listen 80;", "listen "+freeAddress(t)+";")
	conf = regexp.MustCompile(`(?m)^\s*ssl_certificate.*$`).ReplaceAllString(conf, "")
	work := t.TempDir()
	file := filepath.Join(work, "nginx.conf")
	user := ""
	if os.Getuid() == 0 {
		user = "user root; " // the folders are those of the test's user
	}
	testkit.Check(t, os.WriteFile(file, []byte(user+"daemon off; pid "+work+"/pid; error_log "+work+"/error.log;\nevents {}\nhttp { access_log off;\n"+
		"client_body_temp_path "+work+"/a; proxy_temp_path "+work+"/b; fastcgi_temp_path "+work+"/c; uwsgi_temp_path "+work+"/d; scgi_temp_path "+work+"/e;\n"+
		conf+"\n}\n"), 0o600))
	if out, err := exec.CommandContext(t.Context(), nginx, "-t", "-c", file, "-p", work).CombinedOutput(); err != nil {
		t.Fatalf("nginx -t: %v\n%s", err, out)
	}
	proxy := exec.Command(nginx, "-c", file, "-p", work)
	testkit.Check(t, proxy.Start())
	t.Cleanup(func() {
		_ = proxy.Process.Signal(os.Interrupt)
		_ = proxy.Wait()
	})
	client := visitor(t, "127.9.8.7", address)
	var response *http.Response
	waitFor(t, func() (err error) {
		response, err = client.Get("http://www.example.com/about")
		return err
	})
	body := testkit.Must(io.ReadAll(response.Body))(t)
	response.Body.Close()
	if response.StatusCode != http.StatusOK || !strings.Contains(string(body), "<h1") {
		t.Errorf("the page is answered with %d", response.StatusCode)
	}
	// A stream begins at once, without waiting for a buffer to fill.
	stream := testkit.Must(client.Get("http://www.example.com/api/chat/events"))(t)
	defer stream.Body.Close()
	first := make([]byte, 1)
	if _, err := io.ReadFull(stream.Body, first); err != nil || stream.StatusCode != http.StatusOK {
		t.Errorf("the stream answers %d, %v", stream.StatusCode, err)
	}
	// Bodies up to 6 MB reach the server, which refuses them with its own message.
	large := testkit.Must(client.Post("http://www.example.com/api/auth/login", "application/json", strings.NewReader(strings.Repeat(" ", 5<<20))))(t)
	answer := testkit.Must(io.ReadAll(large.Body))(t)
	large.Body.Close()
	if !strings.Contains(large.Header.Get("Content-Type"), "json") {
		t.Errorf("a large body is answered with %d %s", large.StatusCode, answer)
	}
	checkClientIP(t, client)
	checkUpload(t, client)
}

// checkClientIP signs in with a header that pretends another client IP. The audit log must
// have the one that nginx has seen.
func checkClientIP(t *testing.T, client *http.Client) {
	t.Helper()
	request := testkit.Must(http.NewRequestWithContext(t.Context(), http.MethodPost, "http://www.example.com/api/auth/login",
		strings.NewReader(`{"username":"sam","password":"a fine password"}`)))(t)
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("X-Forwarded-For", "203.0.113.9")
	response := testkit.Must(client.Do(request))(t)
	response.Body.Close()
	if response.StatusCode != http.StatusOK {
		t.Fatalf("the sign-in is answered with %d", response.StatusCode)
	}
	response = testkit.Must(client.Get("http://www.example.com/api/admin/audit?limit=1"))(t)
	defer response.Body.Close()
	var log struct {
		Data []struct{ Action, ClientIP string }
	}
	testkit.Check(t, json.NewDecoder(response.Body).Decode(&log))
	if len(log.Data) != 1 || log.Data[0].Action != "signed_in" || log.Data[0].ClientIP != "127.9.8.7" {
		t.Errorf("the audit log has %+v, want a sign-in from 127.9.8.7", log.Data)
	}
}

// checkUpload uploads a picture that is larger than the buffers of nginx, and reads it.
func checkUpload(t *testing.T, client *http.Client) {
	t.Helper()
	picture := image.NewNRGBA(image.Rect(0, 0, 800, 600))
	random := rand.New(rand.NewPCG(1, 2))
	for i := range picture.Pix {
		picture.Pix[i] = uint8(random.UintN(256)) | 0x80
	}
	var file bytes.Buffer
	testkit.Check(t, png.Encode(&file, picture))
	if file.Len() < 1<<20 {
		t.Fatalf("the picture has only %d bytes", file.Len())
	}
	response := testkit.Must(client.Post("http://www.example.com/api/admin/images/upload-url", "", nil))(t)
	var ticket struct{ UploadURL, ImageURL string }
	err := json.NewDecoder(response.Body).Decode(&ticket)
	response.Body.Close()
	if err != nil || !strings.HasPrefix(ticket.UploadURL, "http://www.example.com/") {
		t.Fatalf("the picture would be sent to %q, %v", ticket.UploadURL, err)
	}
	request := testkit.Must(http.NewRequestWithContext(t.Context(), http.MethodPut, ticket.UploadURL, &file))(t)
	request.Header.Set("Content-Type", "image/png")
	response = testkit.Must(client.Do(request))(t)
	answer := testkit.Must(io.ReadAll(response.Body))(t)
	response.Body.Close()
	if response.StatusCode != http.StatusOK {
		t.Fatalf("the upload is answered with %d %s", response.StatusCode, answer)
	}
	response = testkit.Must(client.Get("http://www.example.com" + ticket.ImageURL))(t)
	defer response.Body.Close()
	if shown, _, err := image.DecodeConfig(response.Body); err != nil || shown.Width != 800 || shown.Height != 600 {
		t.Errorf("the picture is %+v, %v, status %d", shown, err, response.StatusCode)
	}
}

var fromLine = regexp.MustCompile(`(?m)^FROM (\S+)(?: AS (\w+))?$`)

// There is no builder of containers on most machines, so the rules that matter are
// checked here.
func TestTheContainerFileKeepsItsRules(t *testing.T) {
	file := string(testkit.Must(os.ReadFile(filepath.Join(deployFolder, "Dockerfile")))(t))
	stages := fromLine.FindAllStringSubmatch(file, -1)
	if len(stages) < 2 || stages[len(stages)-1][1] != "scratch" {
		t.Errorf("the stages are %v; the last one has to be scratch", stages)
	}
	known := map[string]bool{}
	for _, stage := range stages {
		if stage[1] != "scratch" && (!strings.Contains(stage[1], ":") || strings.HasSuffix(stage[1], ":latest")) {
			t.Errorf("the image %s has no version", stage[1])
		}
		known[stage[2]] = true
	}
	for _, m := range regexp.MustCompile(`--from=(\w+)`).FindAllStringSubmatch(file, -1) {
		if !known[m[1]] {
			t.Errorf("there is no stage %s", m[1])
		}
	}
	last := file[strings.LastIndex(file, "\nFROM "):]
	for _, want := range []string{"\nUSER 65532:65532\n", "\nENTRYPOINT [\"/perimeter\"]\n", "\nVOLUME /data\n"} {
		if !strings.Contains(last, want) {
			t.Errorf("the image lacks %q", strings.TrimSpace(want))
		}
	}
	if regexp.MustCompile(`(?m)^ADD |curl|\bsudo\b`).MatchString(file) {
		t.Error("the file fetches something without a checksum, or needs root")
	}
}

// visitor returns a client with an IP of the loopback network whose connections all lead to
// the address.
func visitor(t *testing.T, ip, address string) *http.Client {
	t.Helper()
	dialer := net.Dialer{LocalAddr: &net.TCPAddr{IP: net.ParseIP(ip)}}
	return &http.Client{
		Jar: testkit.Must(cookiejar.New(nil))(t),
		Transport: &http.Transport{DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
			return dialer.DialContext(ctx, "tcp", address)
		}},
	}
}

// freeAddress returns an address that nobody listens at.
func freeAddress(t *testing.T) string {
	t.Helper()
	return "127.0.0.1:" + testkit.Must(blackbox.FreePort())(t)
}

// waitFor tries until it works.
func waitFor(t *testing.T, attempt func() error) {
	t.Helper()
	end := time.Now().Add(time.Minute)
	for err := attempt(); err != nil; err = attempt() {
		if time.Now().After(end) {
			t.Fatal(err)
		}
		time.Sleep(10 * time.Millisecond)
	}
}
