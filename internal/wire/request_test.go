package wire

import (
	"net/http"
	"strings"
	"testing"
)

// usual are requests as real clients send them. The fast path parses all of them.
var usual = map[string]string{
	"Chrome": get("/", "Connection: keep-alive", "Cache-Control: max-age=0",
		`sec-ch-ua: "Chromium";v="142", "Not_A Brand";v="99"`, "sec-ch-ua-mobile: ?0", `sec-ch-ua-platform: "Linux"`,
		"Upgrade-Insecure-Requests: 1", "User-Agent: Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/142.0.0.0",
		"Accept: text/html,application/xhtml+xml,*/*;q=0.8", "Sec-Fetch-Site: none", "Sec-Fetch-Mode: navigate",
		"Sec-Fetch-User: ?1", "Sec-Fetch-Dest: document", "Accept-Encoding: gzip, deflate, br, zstd",
		"Accept-Language: en-US,en;q=0.9", "Cookie: session=abc", `If-None-Match: "x-br11"`),
	"Firefox": get("/about", "User-Agent: Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0",
		"Accept: text/html,*/*;q=0.8", "Accept-Language: en-US,en;q=0.5", "Accept-Encoding: gzip, deflate, br, zstd",
		"DNT: 1", "Connection: keep-alive", "Referer: http://pest.example/", "Sec-Fetch-Dest: document", "Priority: u=0, i"),
	"curl":                               get("/", "User-Agent: curl/8.5.0", "Accept: */*"),
	"wrk":                                get("/", "Accept-Encoding: br"),
	"a proxy":                            get("/", "X-Real-IP: 192.0.2.1", "X-Forwarded-For: 192.0.2.1", "X-Forwarded-Proto: https", "Via: 1.1 Caddy"),
	"Cloudflare":                         get("/", "CF-Ray: 8", "CF-Connecting-IP: 192.0.2.1", "CDN-Loop: cloudflare; loops=1", "Accept-Encoding: gzip, br"),
	"HEAD":                               "HEAD / HTTP/1.1\r\nhost:127.0.0.1:8080\r\n\r\n",
	"an empty header that means nothing": get("/", "Accept:", "Cookie: "),
}

// unusual are requests that the fast path must leave to net/http. Many are known
// from request-smuggling attacks.
var unusual = map[string]string{
	"POST":                             "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc",
	"a method in lower case":           "get / HTTP/1.1\r\nHost: a\r\n\r\n",
	"PRI of HTTP/2":                    "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
	"HTTP/1.0":                         "GET / HTTP/1.0\r\nHost: a\r\n\r\n",
	"HTTP/1.0 with keep-alive":         "GET / HTTP/1.0\r\nHost: a\r\nConnection: keep-alive\r\n\r\n",
	"HTTP/0.9":                         "GET /\r\n\r\n",
	"an unknown version":               "GET / HTTP/1.2\r\nHost: a\r\n\r\n",
	"a longer version":                 "GET / HTTP/1.10\r\nHost: a\r\n\r\n",
	"two spaces before the version":    "GET /  HTTP/1.1\r\nHost: a\r\n\r\n",
	"two spaces before the path":       "GET  / HTTP/1.1\r\nHost: a\r\n\r\n",
	"a tab in the request line":        "GET\t/ HTTP/1.1\r\nHost: a\r\n\r\n",
	"a space after the version":        "GET / HTTP/1.1 \r\nHost: a\r\n\r\n",
	"an empty line before":             "\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n",
	"an absolute URL":                  "GET http://a/ HTTP/1.1\r\nHost: b\r\n\r\n",
	"an authority":                     "GET a:80 HTTP/1.1\r\nHost: a\r\n\r\n",
	"a star":                           "GET * HTTP/1.1\r\nHost: a\r\n\r\n",
	"a path with a NUL":                "GET /\x00 HTTP/1.1\r\nHost: a\r\n\r\n",
	"a path outside ASCII":             "GET /é HTTP/1.1\r\nHost: a\r\n\r\n",
	"no host":                          "GET / HTTP/1.1\r\n\r\n",
	"an empty host":                    "GET / HTTP/1.1\r\nHost:\r\n\r\n",
	"two hosts":                        "GET / HTTP/1.1\r\nHost: a\r\nHost: a\r\n\r\n",
	"two different hosts":              "GET / HTTP/1.1\r\nHost: a\r\nhost: b\r\n\r\n",
	"a host with a path":               "GET / HTTP/1.1\r\nHost: a/b\r\n\r\n",
	"a host with a user":               "GET / HTTP/1.1\r\nHost: a@b\r\n\r\n",
	"a host with a space":              "GET / HTTP/1.1\r\nHost: a b\r\n\r\n",
	"a length of 0":                    "GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n",
	"a body":                           "GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc",
	"a body that looks like a request": "GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 35\r\n\r\nGET /about HTTP/1.1\r\nHost: evil\r\n\r\n",
	"two lengths":                      "GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\nabc",
	"a list of lengths":                "GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 3, 3\r\n\r\nabc",
	"a length with a sign":             "GET / HTTP/1.1\r\nHost: a\r\nContent-Length: +3\r\n\r\nabc",
	"a negative length":                "GET / HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n",
	"a length in hexadecimal":          "GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 0x3\r\n\r\nabc",
	"a length with an underscore":      "GET / HTTP/1.1\r\nHost: a\r\nContent_Length: 3\r\n\r\nabc",
	"CL.TE":                            "POST /x HTTP/1.1\r\nHost: a\r\nContent-Length: 6\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nG",
	"TE.CL": "POST /x HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n" +
		"23\r\nGET /about HTTP/1.1\r\nHost: evil\r\n\r\n\r\n0\r\n\r\n",
	"CL.TE on GET":                    "GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
	"TE.TE":                           "GET / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n0\r\n\r\n",
	"chunks":                          "GET / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n",
	"an unknown transfer encoding":    "GET / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: xchunked\r\n\r\n0\r\n\r\n",
	"chunked behind a vertical tab":   "GET / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: \x0bchunked\r\n\r\n0\r\n\r\n",
	"chunked behind a tab":            "GET / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding:\tchunked\r\n\r\n0\r\n\r\n",
	"chunked in quotes":               "GET / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: \"chunked\"\r\n\r\n0\r\n\r\n",
	"a folded transfer encoding":      "GET / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding:\r\n chunked\r\n\r\n0\r\n\r\n",
	"chunk extensions with a bare CR": "POST /x HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n3;a\rb\r\nabc\r\n0\r\n\r\n",
	"a folded line":                   "GET / HTTP/1.1\r\nHost: a\r\nAccept: text/html,\r\n */*\r\n\r\n",
	"a folded line at the beginning":  "GET / HTTP/1.1\r\n Host: a\r\nHost: a\r\n\r\n",
	"a folded line with a tab":        "GET / HTTP/1.1\r\nHost: a\r\nAccept: a\r\n\tb\r\n\r\n",
	"bare LF":                         "GET / HTTP/1.1\nHost: a\n\n",
	"bare LF after the request line":  "GET / HTTP/1.1\nHost: a\r\n\r\n",
	"bare LF in the header":           "GET / HTTP/1.1\r\nHost: a\nAccept: b\r\n\r\n",
	"bare LF at the end":              "GET / HTTP/1.1\r\nHost: a\r\n\n",
	"bare CR in a value":              "GET / HTTP/1.1\r\nHost: a\r\nAccept: a\rContent-Length: 3\r\n\r\nabc",
	"bare CR as line end":             "GET / HTTP/1.1\rHost: a\r\r",
	"a line end with two CRs":         "GET / HTTP/1.1\r\nHost: a\r\nAccept: a\r\r\n\r\n",
	"NUL in a value":                  "GET / HTTP/1.1\r\nHost: a\r\nAccept: a\x00b\r\n\r\n",
	"NUL in a name":                   "GET / HTTP/1.1\r\nHost: a\r\nAcc\x00ept: a\r\n\r\n",
	"DEL in a value":                  "GET / HTTP/1.1\r\nHost: a\r\nAccept: a\x7f\r\n\r\n",
	"a tab in a value":                "GET / HTTP/1.1\r\nHost: a\r\nAccept: a\tb\r\n\r\n",
	"a value outside ASCII":           "GET / HTTP/1.1\r\nHost: a\r\nReferer: /é\r\n\r\n",
	"a space before the colon":        "GET / HTTP/1.1\r\nHost: a\r\nContent-Length : 3\r\n\r\nabc",
	"a tab before the colon":          "GET / HTTP/1.1\r\nHost\t: a\r\n\r\n",
	"a space in a name":               "GET / HTTP/1.1\r\nHost: a\r\nAccept Encoding: br\r\n\r\n",
	"a line without a colon":          "GET / HTTP/1.1\r\nHost: a\r\nAccept\r\n\r\n",
	"a header without a name":         "GET / HTTP/1.1\r\nHost: a\r\n: a\r\n\r\n",
	"a name outside ASCII":            "GET / HTTP/1.1\r\nHost: a\r\nAccépt: a\r\n\r\n",
	"Connection: close":               "GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n",
	"Connection with more tokens":     "GET / HTTP/1.1\r\nHost: a\r\nConnection: keep-alive, Host\r\n\r\n",
	"an empty Connection":             "GET / HTTP/1.1\r\nHost: a\r\nConnection:\r\n\r\n",
	"Upgrade":                         "GET / HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n",
	"Upgrade to h2c":                  "GET / HTTP/1.1\r\nHost: a\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA\r\n\r\n",
	"Expect":                          "GET / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\n\r\n",
	"an unknown Expect":               "GET / HTTP/1.1\r\nHost: a\r\nExpect: x\r\n\r\n",
	"TE":                              "GET / HTTP/1.1\r\nHost: a\r\nTE: trailers\r\n\r\n",
	"Trailer":                         "GET / HTTP/1.1\r\nHost: a\r\nTrailer: X\r\n\r\n",
	"Range":                           "GET / HTTP/1.1\r\nHost: a\r\nRange: bytes=0-1\r\n\r\n",
	"Authorization":                   "GET / HTTP/1.1\r\nHost: a\r\nAuthorization: Basic YTpi\r\n\r\n",
	"another precondition":            "GET / HTTP/1.1\r\nHost: a\r\nIf-Match: \"x\"\r\n\r\n",
	"another method in a header":      "GET / HTTP/1.1\r\nHost: a\r\nX-HTTP-Method-Override: DELETE\r\n\r\n",
	"an unknown header":               "GET / HTTP/1.1\r\nHost: a\r\nX-Unknown: 1\r\n\r\n",
	"two Accept-Encoding":             "GET / HTTP/1.1\r\nHost: a\r\nAccept-Encoding: br\r\nAccept-Encoding: gzip\r\n\r\n",
	"an empty Accept-Encoding":        "GET / HTTP/1.1\r\nHost: a\r\nAccept-Encoding:\r\n\r\n",
	"two If-None-Match":               "GET / HTTP/1.1\r\nHost: a\r\nIf-None-Match: \"x\"\r\nIf-None-Match: *\r\n\r\n",
	"a long name":                     "GET / HTTP/1.1\r\nHost: a\r\nSec-" + strings.Repeat("a", 100) + ": b\r\n\r\n",
	"a header of 9 KB":                "GET / HTTP/1.1\r\nHost: a\r\nCookie: " + strings.Repeat("a", 9<<10) + "\r\n\r\n",
	"a header of 40 KB":               "GET / HTTP/1.1\r\nHost: a\r\nCookie: " + strings.Repeat("a", 40<<10) + "\r\n\r\n",
	"nothing after the header":        "GET / HTTP/1.1\r\nHost: a\r\n",
	"half an empty line":              "GET / HTTP/1.1\r\nHost: a\r\n\r",
	"half a request line":             "GET / HT",
	"TLS":                             "\x16\x03\x01\x00\xa5\x01\x00\x00\xa1\x03\x03",
}

// special are requests whose target is more than a simple path. net/http answers
// them, but the connection can return to the fast path.
var special = map[string]string{
	"a query":                    get("/?page=2"),
	"an empty query":             get("/?"),
	"an escape":                  get("/%61bout"),
	"an escape that is none":     get("/%zz"),
	"a fragment":                 get("/about#x"),
	"a backslash":                get("/\\about"),
	"a URL in the path":          get("//evil.example/about"),
	"other characters in a path": get("/a;b=c,d@e!f"),
}

// tooLongForABuffer are requests that parse accepts but never gets complete,
// because they exceed net/http's read buffer of 4 KB.
var tooLongForABuffer = map[string]bool{"a header of 9 KB": true, "a header of 40 KB": true}

func TestUsualRequestsAreParsed(t *testing.T) {
	for name, text := range usual {
		r, ok := parse([]byte(text + "GET"))
		if !ok || r.size != len(text) {
			t.Errorf("%s: parsed %v with %d of %d bytes", name, ok, r.size, len(text))
		}
		if r.head != strings.HasPrefix(text, "HEAD") {
			t.Errorf("%s: HEAD is %v", name, r.head)
		}
	}
}

func TestSpecialTargetsAreNotPaths(t *testing.T) {
	for name, text := range special {
		if r, ok := parse([]byte(text)); !ok || r.size != len(text) || r.path != nil && string(r.path) != "//evil.example/about" {
			t.Errorf("%s: parsed %v with the path %q", name, ok, r.path)
		}
	}
}

func TestUnusualRequestsAreRefused(t *testing.T) {
	for name, text := range unusual {
		if _, ok := parse([]byte(text)); ok && !tooLongForABuffer[name] {
			t.Errorf("%s was parsed", name)
		}
	}
}

func TestIncompleteRequestsAreRefused(t *testing.T) {
	for name, text := range usual {
		for i := range len(text) {
			if _, ok := parse([]byte(text[:i])); ok {
				t.Fatalf("%s: parsed after %d of %d bytes", name, i, len(text))
			}
		}
	}
}

func TestPathAndHeadersAreParsed(t *testing.T) {
	r, ok := parse([]byte(get("/blog/ants-2", "ACCEPT-ENCODING:  gzip, br  ", `if-none-match: "a", W/"b"`)))
	if !ok {
		t.Fatal("refused")
	}
	for got, want := range map[string]string{
		string(r.path): "/blog/ants-2", string(r.host): "pest.example",
		string(r.acceptEncoding): "gzip, br", string(r.ifNoneMatch): `"a", W/"b"`,
	} {
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

func BenchmarkParse(b *testing.B) {
	text := []byte(usual["Chrome"])
	b.ReportAllocs()
	for b.Loop() {
		parse(text)
	}
}

func TestWhatARequestSaysOfTheVisitorReachesFind(t *testing.T) {
	for name, tt := range map[string]struct {
		header string
		want   Request
	}{
		"a browser":                {"User-Agent: Firefox\r\nReferer: https://search.example/\r\n", Request{UserAgent: "Firefox", Referer: "https://search.example/"}},
		"nothing":                  {"", Request{}},
		"do not track":             {"DNT: 1\r\n", Request{Private: true}},
		"tracking is fine":         {"DNT: 0\r\nSec-GPC: 0\r\n", Request{}},
		"global privacy control":   {"Sec-GPC: 1\r\n", Request{Private: true}},
		"a page loaded in advance": {"Sec-Purpose: prefetch\r\n", Request{Private: true}},
	} {
		t.Run(name, func(t *testing.T) {
			s := newTestSite()
			_, address := startFast(t, s, nil)
			c := dialFast(t, address, s)
			c.send("GET /about HTTP/1.1\r\nHost: a\r\n" + tt.header + "\r\n")
			c.receive(http.MethodGet)
			tt.want.Path, tt.want.Host = "/about", "a"
			if got := *s.last.Load(); got != tt.want {
				t.Errorf("find got %+v", got)
			}
		})
	}
}
