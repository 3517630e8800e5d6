package wire

import (
	"bufio"
	"net/http"
	"strings"
	"testing"
)

var common = http.Header{"X-Frame-Options": {"DENY"}}

// wired parses the result of Wire as a client would.
func wired(t *testing.T, p *Payload, accept, ifNoneMatch string) *http.Response {
	t.Helper()
	head, body := p.Wire(accept, ifNoneMatch, common)
	response, err := http.ReadResponse(bufio.NewReader(strings.NewReader(string(head)+"\r\n"+string(body))), nil)
	if err != nil {
		t.Fatalf("%v in\n%s", err, head)
	}
	return response
}

func TestWireReturnsTheResponseOfServeHTTP(t *testing.T) {
	p := compressedPage()
	tag := fetch(p, "Accept-Encoding", "br").Header.Get("Etag")
	for _, accept := range []string{"", "br", "gzip", "zstd", "gzip;q=1, br;q=0.5"} {
		for _, match := range []string{"", tag, `"x"`, "*"} {
			got, want := wired(t, p, accept, match), fetch(p, "Accept-Encoding", accept, "If-None-Match", match)
			want.Header.Set("X-Frame-Options", "DENY")
			if got.StatusCode != want.StatusCode || len(got.Header) != len(want.Header) {
				t.Errorf("%q, %q: %s with %v, want %s with %v", accept, match, got.Status, got.Header, want.Status, want.Header)
			}
			for name := range want.Header {
				if got.Header.Get(name) != want.Header.Get(name) {
					t.Errorf("%q, %q: %s is %q, want %q", accept, match, name, got.Header.Get(name), want.Header.Get(name))
				}
			}
		}
	}
}

func TestWireBuildsANewHeadForABetterEncoding(t *testing.T) {
	p := compressedPage()
	_, early := p.Wire("br", "", common)
	p.CompressBest()
	_, better := p.Wire("br", "", common)
	if len(better) >= len(early) {
		t.Fatalf("%d bytes at best, %d at first: the test proves nothing", len(better), len(early))
	}
	if response := wired(t, p, "br", ""); response.ContentLength != int64(len(better)) {
		t.Errorf("Content-Length %d for %d bytes", response.ContentLength, len(better))
	}
}

func TestWireReturnsNoHeadForRedirects(t *testing.T) {
	if head, _ := NewPayload(nil, Options{Status: 301, Location: "/new"}).Wire("", "", common); head != nil {
		t.Errorf("%s", head)
	}
}

func TestWireAllocatesNothingAfterTheFirstCall(t *testing.T) {
	p := compressedPage()
	if n := testing.AllocsPerRun(100, func() { p.Wire("gzip, deflate, br, zstd", `"x", "y"`, common) }); n != 0 {
		t.Errorf("%v allocations per response", n)
	}
}
