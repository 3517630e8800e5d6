package wire

import (
	"net/http"
	"regexp"
	"strings"
	"testing"
)

var date = regexp.MustCompile(`\r\nDate: [^\r]*`)

// pair is the same site with and without the fast path.
type pair struct {
	site        *testSite
	plain, fast string
}

func newPair(tb testing.TB) pair {
	tb.Helper()
	s := newTestSite()
	server := newHTTPServer(s)
	plain := serveOn(tb, server.Serve, server)
	_, fast := startFast(tb, s, nil)
	return pair{s, plain, fast}
}

// conversation sends bytes in two writes and returns everything that the server
// sends until it closes the connection.
func conversation(c *client, first, second string) string {
	defer c.Close()
	// The server may have closed the connection after the first part.
	_, _ = c.Write([]byte(first))
	_, _ = c.Write([]byte(second))
	_ = c.CloseWrite()
	return date.ReplaceAllString(c.rest(), "\r\nDate: now")
}

// compare fails unless both servers send the same bytes.
func (p pair) compare(tb testing.TB, first, second string) {
	tb.Helper()
	plain := dial(tb, p.plain)
	plain.send(get("/"))
	plain.receive(http.MethodGet)
	want := conversation(plain, first, second)
	if got := conversation(dialFast(tb, p.fast, p.site), first, second); got != want {
		tb.Errorf("%q + %q: with the fast path\n%q\nwithout\n%q", first, second, got, want)
	}
}

// another follows each request. The servers respond to it in the same way only if
// they agree on where that request ends.
var another = get("/about") + get("/unknown")

func TestUsualRequestsGetTheSameResponse(t *testing.T) {
	p := newPair(t)
	for name, text := range usual {
		before := p.site.fast.Load() + 1 // dialFast makes one response
		p.compare(t, text+another, "")
		if got := p.site.fast.Load() - before; got < 2 {
			t.Errorf("%s: %d responses of the fast path, want two", name, got)
		}
	}
}

func TestUnusualRequestsGetTheSameResponse(t *testing.T) {
	p := newPair(t)
	for name, text := range unusual {
		t.Run(name, func(t *testing.T) {
			before := p.site.fast.Load() + 1
			p.compare(t, text+another, "")
			if got := p.site.fast.Load() - before; got != 0 {
				t.Errorf("%d responses of the fast path", got)
			}
			p.compare(t, get("/")+text+another, "")
			p.compare(t, get("/unknown")+text, another)
			p.compare(t, text, another)
			p.compare(t, text[:len(text)/2], text[len(text)/2:]+another)
		})
	}
}

func TestSpecialTargetsGetTheSameResponse(t *testing.T) {
	p := newPair(t)
	for name, text := range special {
		before := p.site.fast.Load() + 1 // dialFast makes one response
		p.compare(t, text, "")
		if got := p.site.fast.Load() - before; got != 0 {
			t.Errorf("%s: %d responses of the fast path", name, got)
		}
		p.compare(t, text+another, "")
	}
}

// FuzzDifferential sends the same bytes to a server with the fast path and to one
// without it.
func FuzzDifferential(f *testing.F) {
	for _, requests := range []map[string]string{usual, special, unusual} {
		for _, text := range requests {
			if len(text) < 4<<10 {
				f.Add([]byte(text), uint16(len(text)))
				f.Add([]byte(get("/about", "Accept-Encoding: gzip")+text), uint16(len(text)/2))
			}
		}
	}
	p := newPair(f)
	f.Fuzz(func(t *testing.T, data []byte, split uint16) {
		at := min(int(split), len(data))
		p.compare(t, string(data[:at]), string(data[at:])+another)
	})
}

func TestEncodingsAndPreconditionsGetTheSameResponse(t *testing.T) {
	p := newPair(t)
	for _, encoding := range []string{"", "br", "gzip", "zstd", "identity", "gzip, deflate, br, zstd", "br;q=0.1, gzip", "*", "x"} {
		headers := []string{"Accept-Encoding: " + encoding}
		if encoding == "" {
			headers = nil
		}
		c := dial(t, p.plain)
		c.send(get("/", headers...))
		tag := c.receive(http.MethodGet).Header.Get("Etag")
		for _, match := range []string{tag, "W/" + tag, `"x", ` + tag, "*", `"x"`} {
			for _, text := range []string{get("/", headers...), get("/", append(headers, "If-None-Match: "+match)...)} {
				for _, method := range []string{"GET ", "HEAD "} {
					before := p.site.fast.Load() + 1
					p.compare(t, method+strings.TrimPrefix(text, "GET "), "")
					if p.site.fast.Load() == before {
						t.Errorf("no response of the fast path to %q", text)
					}
				}
			}
		}
	}
}
