package wire

import (
	"bytes"
	"io"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
)

var page = []byte("<!doctype html>" + strings.Repeat("<p>A quiet house within a glowing line.</p>", 500))

func compressedPage() *Payload {
	p := NewPayload(page, Options{ContentType: "text/html; charset=utf-8", CacheControl: "no-cache"})
	p.Compress()
	return p
}

func fetch(p *Payload, header ...string) *http.Response {
	r := httptest.NewRequest(http.MethodGet, "/", nil)
	for i := 0; i < len(header); i += 2 {
		r.Header.Add(header[i], header[i+1])
	}
	w := httptest.NewRecorder()
	p.ServeHTTP(w, r)
	return w.Result()
}

func TestNegotiationPrefersTheHighestQualityThenTheSmallestCoding(t *testing.T) {
	p := compressedPage()
	for _, test := range []struct{ accept, want string }{
		{"", ""},
		{"gzip, deflate, br, zstd", "br"},
		{"gzip, deflate, zstd", "zstd"},
		{"gzip, deflate", "gzip"},
		{"x-gzip", "gzip"},
		{"GZIP", "gzip"},
		{"br;q=0.5, gzip;q=0.9", "gzip"},
		{"br;q=0.5, gzip;q=0.500", "br"},
		{"br;q=0, *", "zstd"},
		{"*;q=0.1", "br"},
		{"*;q=0", ""},
		{"identity, br;q=0.3", ""},
		{"identity;q=0.2, gzip;q=0.3", "gzip"},
		{"br;q=nonsense", ""},
		{"br;q=1.000", "br"},
		{"br;q=0.0001", ""},
		{" br ; q=0.8 ,, gzip ;q=0.7", "br"},
		{"deflate", ""},
	} {
		if got := fetch(p, "Accept-Encoding", test.accept).Header.Get("Content-Encoding"); got != test.want {
			t.Errorf("Accept-Encoding %q: got %q, want %q", test.accept, got, test.want)
		}
	}
}

var decoders = map[string]func(io.Reader) (io.Reader, error){
	"br":   func(r io.Reader) (io.Reader, error) { return brotli.NewReader(r), nil },
	"gzip": func(r io.Reader) (io.Reader, error) { return gzip.NewReader(r) },
	"zstd": func(r io.Reader) (io.Reader, error) { return zstd.NewReader(r) },
	"":     func(r io.Reader) (io.Reader, error) { return r, nil },
}

// decode undoes an encoding.
func decode(t *testing.T, name string, encoded []byte) []byte {
	t.Helper()
	r, err := decoders[name](bytes.NewReader(encoded))
	if err != nil {
		t.Fatal(err)
	}
	body, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return body
}

func TestEveryEncodingDecodesToTheBody(t *testing.T) {
	p := compressedPage()
	p.CompressBest()
	for name := range decoders {
		response := fetch(p, "Accept-Encoding", name)
		if got := response.Header.Get("Content-Encoding"); got != name {
			t.Fatalf("Content-Encoding %q, want %q", got, name)
		}
		sent, _ := io.ReadAll(response.Body)
		if got := response.Header.Get("Content-Length"); got != strconv.Itoa(len(sent)) {
			t.Errorf("%q: Content-Length %s for %d bytes", name, got, len(sent))
		}
		if !bytes.Equal(decode(t, name, sent), page) {
			t.Errorf("%q does not decode to the body", name)
		}
	}
}

func TestCompressSkipsEncodingsThatSaveNothing(t *testing.T) {
	p := NewPayload([]byte("ok"), Options{})
	p.Compress()
	if got := fetch(p, "Accept-Encoding", "br, gzip, zstd").Header.Get("Content-Encoding"); got != "" {
		t.Errorf("two bytes were sent as %s", got)
	}
}

func TestETagsDifferBetweenEncodingsAndBodies(t *testing.T) {
	seen := map[string]string{}
	for name, p := range map[string]*Payload{"page": compressedPage(), "other": NewPayload([]byte("other"), Options{})} {
		for _, encoding := range []string{"identity", "br", "gzip", "zstd"} {
			response := fetch(p, "Accept-Encoding", encoding)
			tag := response.Header.Get("Etag")
			id := name + " " + response.Header.Get("Content-Encoding")
			if other := seen[tag]; tag == "" || other != "" && other != id {
				t.Errorf("%s has the ETag %q, which is also that of %q", id, tag, other)
			}
			seen[tag] = id
		}
	}
}

// After an edit elsewhere a page is rendered and compressed again. Browsers that
// have its HTML must not load it again, whatever quality they got.
func TestTheSameBodyKeepsItsETagWhenItIsCompressedAgain(t *testing.T) {
	fast, best := compressedPage(), compressedPage()
	best.CompressBest()
	if fast.Size() == best.Size() {
		t.Fatal("both qualities give the same size: choose another body")
	}
	for _, encoding := range []string{"identity", "br", "gzip", "zstd"} {
		for _, pair := range [][2]*Payload{{fast, best}, {best, fast}} {
			tag := fetch(pair[0], "Accept-Encoding", encoding).Header.Get("Etag")
			response := fetch(pair[1], "Accept-Encoding", encoding, "If-None-Match", tag)
			if response.StatusCode != http.StatusNotModified || response.Header.Get("Etag") != tag {
				t.Errorf("%s: status %d, ETag %s, want 304 and %s", encoding, response.StatusCode, response.Header.Get("Etag"), tag)
			}
		}
	}
}

func TestIfNoneMatchIsAnsweredWith304(t *testing.T) {
	p := compressedPage()
	tag := fetch(p, "Accept-Encoding", "br").Header.Get("Etag")
	other := fetch(p, "Accept-Encoding", "gzip").Header.Get("Etag")
	for _, test := range []struct {
		name, ifNoneMatch string
		status            int
	}{
		{"the tag", tag, 304},
		{"a list", `"x", ` + tag + `, "y"`, 304},
		{"the strong form of the tag", strings.TrimPrefix(tag, "W/"), 304},
		{"any tag", "*", 304},
		{"the tag of another encoding", other, 200},
		{"an unknown tag", `"x"`, 200},
		{"an empty header", "", 200},
	} {
		response := fetch(p, "Accept-Encoding", "br", "If-None-Match", test.ifNoneMatch)
		body, _ := io.ReadAll(response.Body)
		if response.StatusCode != test.status || response.Header.Get("Etag") != tag {
			t.Errorf("%s: %d %s, want %d %s", test.name, response.StatusCode, response.Header.Get("Etag"), test.status, tag)
		}
		if (len(body) == 0) != (test.status == 304) {
			t.Errorf("%s: %d bytes with status %d", test.name, len(body), response.StatusCode)
		}
		if response.Header.Get("Vary") != "Accept-Encoding" || response.Header.Get("Cache-Control") != "no-cache" {
			t.Errorf("%s: headers %v", test.name, response.Header)
		}
	}
}

func TestErrorPagesIgnoreIfNoneMatch(t *testing.T) {
	p := NewPayload(page, Options{Status: 404})
	response := fetch(p, "If-None-Match", "*")
	if response.StatusCode != 404 {
		t.Errorf("status %d, want 404", response.StatusCode)
	}
}

func TestHeadSendsTheHeadersOfGetWithoutABody(t *testing.T) {
	p := compressedPage()
	w := httptest.NewRecorder()
	r := httptest.NewRequest(http.MethodHead, "/", nil)
	r.Header.Set("Accept-Encoding", "br")
	p.ServeHTTP(w, r)
	want := fetch(p, "Accept-Encoding", "br").Header
	for name := range want {
		if w.Header().Get(name) != want.Get(name) {
			t.Errorf("%s: %q, want %q", name, w.Header().Get(name), want.Get(name))
		}
	}
	if w.Body.Len() != 0 {
		t.Errorf("%d bytes of body", w.Body.Len())
	}
}

func TestRedirectsHaveALocation(t *testing.T) {
	response := fetch(NewPayload(nil, Options{Status: 301, Location: "/services/termite"}))
	if response.StatusCode != 301 || response.Header.Get("Location") != "/services/termite" {
		t.Errorf("%d %v", response.StatusCode, response.Header)
	}
}

func TestEncodingsFromTheBuildAreServed(t *testing.T) {
	p := NewPayload(page, Options{})
	p.AddBrotli([]byte("brotli"))
	p.AddGzip([]byte("gzip"))
	for _, name := range []string{"br", "gzip"} {
		if got := fetch(p, "Accept-Encoding", name).Header.Get("Content-Encoding"); got != name {
			t.Errorf("%s: got %q", name, got)
		}
	}
	if want := int64(len(page) + len("brotli") + len("gzip")); p.Size() != want {
		t.Errorf("size %d, want %d", p.Size(), want)
	}
}

// discardWriter is a response writer that drops the body.
type discardWriter struct{ header http.Header }

func (d discardWriter) Header() http.Header       { return d.header }
func (discardWriter) Write(p []byte) (int, error) { return len(p), nil }
func (discardWriter) WriteHeader(int)             {}

func TestServeHTTPDoesNotAllocate(t *testing.T) {
	p := compressedPage()
	w := discardWriter{http.Header{}}
	r := httptest.NewRequest(http.MethodGet, "/", nil)
	r.Header.Set("Accept-Encoding", "gzip, deflate, br, zstd")
	r.Header.Set("If-None-Match", `"x", "y"`)
	if n := testing.AllocsPerRun(100, func() { p.ServeHTTP(w, r) }); n != 0 {
		t.Errorf("%v allocations per response", n)
	}
}

func BenchmarkServe(b *testing.B) {
	p := compressedPage()
	w := discardWriter{http.Header{}}
	r := httptest.NewRequest(http.MethodGet, "/", nil)
	r.Header.Set("Accept-Encoding", "gzip, deflate, br, zstd")
	b.ReportAllocs()
	for b.Loop() {
		p.ServeHTTP(w, r)
	}
}

func TestAnotherPolicyMakesAnotherTag(t *testing.T) {
	tag := func(policy string) string {
		w := httptest.NewRecorder()
		p := NewPayload([]byte("a page"), Options{ContentPolicy: policy})
		if got := p.Options().ContentPolicy; got != policy {
			t.Errorf("the options have the policy %q, want %q", got, policy)
		}
		p.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/", nil))
		if got := w.Header().Get("Content-Security-Policy"); got != policy {
			t.Errorf("policy %q, want %q", got, policy)
		}
		return w.Header().Get("Etag")
	}
	first, again := tag("default-src 'none'"), tag("default-src 'none'")
	if tag("") == first || first != again {
		t.Error("the tag does not depend on the policy")
	}
}

func TestCompressorsAreReusedWithoutATraceOfTheLastBody(t *testing.T) {
	bodies := [][]byte{bytes.Repeat([]byte("ants "), 900), bytes.Repeat([]byte("bees and wasps "), 300), []byte(strings.Repeat("x", 4000))}
	for range 3 {
		for _, body := range bodies {
			for name, encoded := range map[string][]byte{
				"br": compressBrotli(body, fastQuality), "zstd": compressZstd(body), "gzip": compressGzip(body),
			} {
				if got := decode(t, name, encoded); !bytes.Equal(got, body) {
					t.Errorf("%s: %d bytes, want %d", name, len(got), len(body))
				}
			}
		}
	}
}

func TestCompressionMakesLittleGarbage(t *testing.T) {
	result := testing.Benchmark(BenchmarkCompress)
	// A new compressor for each body makes 3.8 MB. Under the race detector, pools
	// forget some of what is put into them.
	if got := result.AllocedBytesPerOp(); got > 2_500_000 {
		t.Errorf("%d bytes per page", got)
	}
}

func BenchmarkCompress(b *testing.B) {
	body := bytes.Repeat([]byte("<p class=\"some classes\">Ants and termites</p>\n"), 1200)
	b.ReportAllocs()
	for b.Loop() {
		NewPayload(body, Options{}).Compress()
	}
}
