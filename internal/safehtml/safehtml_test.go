package safehtml

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/net/html"
)

func TestCleanKeepsLayoutHTML(t *testing.T) {
	kept := map[string]string{
		"text and emphasis":       `<h2>Termites</h2><p>They <strong>never</strong> sleep. Don't wait "long".</p>`,
		"utility classes":         `<div class="md:w-1/2 hover:bg-[#1a2b3c] grid-cols-[1fr_2fr] !mt-4 -ml-2 w-[calc(100%-2rem)] data-[x='y']:flex">x</div>`,
		"arbitrary variants":      `<ul class="[&amp;&gt;li]:mt-2 before:content-['•']"><li>One</li></ul>`,
		"placeholders in text":    `<p>{name}: {shortDescription}</p><div>{fullDescription}</div>{features}`,
		"placeholder as image":    `<img src="{imageUrl}" alt="{name}" class="rounded-lg">`,
		"placeholder in a query":  `<a href="/contact?about={name}">Ask</a>`,
		"placeholder after mail":  `<a href="mailto:info@pest.example?subject={name}">Write</a>`,
		"placeholder as URL":      `<a href="{name}">x</a><a href="{imageUrl}{name}">y</a>`,
		"links":                   `<a href="https://pest.example/a?b=c&amp;d=e#f">1</a><a href="tel:+12545550142">2</a><a href="#top">3</a><a href="#">4</a><a href="services/rodents">5</a>`,
		"phone as people write":   `<a href="tel:(254) 555-0142">Call</a>`,
		"tables":                  `<table class="w-full"><thead><tr><th scope="col">Pest</th></tr></thead><tbody><tr><td colspan="2">Ant</td></tr></tbody></table>`,
		"figures":                 `<figure><img src="/art/hero.svg" alt="A house" width="640" height="480" loading="lazy"><figcaption>Home</figcaption></figure>`,
		"details":                 `<details open=""><summary>More</summary><p>Text</p></details>`,
		"preformatted text":       "<pre>\n  two\n    three\n</pre>",
		"white space and Unicode": "<p>  Žluťoučký 🐜\u2028kůň </p>\n\n<p>&nbsp;</p>",
		"signs that need escapes": `<p>1 &lt; 2 &amp;&amp; 3 &gt; 2</p>`,
		"void elements":           `a<br>b<hr>c<wbr>d`,
		"a map":                   `<iframe src="https://www.openstreetmap.org/export/embed.html?bbox=-97.2%2C31.9" title="Map" sandbox="` + frameSandbox + `"></iframe>`,
	}
	for name, raw := range kept {
		t.Run(name, func(t *testing.T) {
			safe, removed, err := Clean(raw)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(raw, safe); diff != "" {
				t.Errorf("changed (-typed +stored):\n%s", diff)
			}
			if len(removed) > 0 {
				t.Errorf("removed %q from harmless HTML", removed)
			}
		})
	}
}

func TestCleanReportsWhatItRemoved(t *testing.T) {
	tests := map[string]struct {
		raw, safe string
		removed   Removed
	}{
		"scripts":             {`<p>a</p><script>alert(1)</script>`, `<p>a</p>`, Removed{"<script>"}},
		"handlers":            {`<p onclick="x()" class="b">a</p>`, `<p class="b">a</p>`, Removed{"onclick"}},
		"javascript URLs":     {`<a href="javascript:alert(1)">a</a>`, `<a>a</a>`, Removed{"javascript:"}},
		"several things once": {`<b onclick=a onclick=b>x</b><i onclick=c>y</i><style>*{}</style>`, `<b>x</b><i>y</i>`, Removed{"<style>", "onclick"}},
		"comments":            {`a<!-- note -->b`, `ab`, Removed{"<!-- -->"}},
		"inline drawings":     {`<svg onload=a><circle r="1"/></svg>text`, `text`, Removed{"<svg>", "<circle>"}},
		"foreign frames":      {`<iframe src="https://evil.example/x"><p>fallback</p></iframe>after`, `after`, Removed{"<iframe>"}},
		"styles":              {`<p style="color:red">a</p>`, `<p>a</p>`, Removed{"style"}},
		"identifiers":         {`<p id="root">a</p>`, `<p>a</p>`, Removed{"id"}},
		"forms":               {`<form action="/x"><input name="a">Go</form>`, `Go`, Removed{"<form>", "<input>"}},
		"one of two frames": {
			`<iframe src="https://evil.example"></iframe><iframe src="https://player.vimeo.com/video/1"></iframe>`,
			`<iframe src="https://player.vimeo.com/video/1" sandbox="` + frameSandbox + `"></iframe>`,
			Removed{"<iframe>", "src"},
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			safe, removed, err := Clean(tt.raw)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.safe, safe); diff != "" {
				t.Errorf("result (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(tt.removed, removed); diff != "" {
				t.Errorf("removed (-want +got):\n%s", diff)
			}
		})
	}
}

func TestCleanClosesOpenElements(t *testing.T) {
	tests := map[string]string{
		`<div><p>a`:               `<div><p>a</p></div>`,
		`a</div></section>b`:      `ab`,
		`<b><i>a</b>b</i>`:        `<b><i>a</i></b>b`,
		`<div/>a`:                 `<div>a</div>`,
		`<DIV CLASS=x>a</DIV>`:    `<div class="x">a</div>`,
		`<table><tr><td>a`:        `<table><tr><td>a</td></tr></table>`,
		`<img src=/a.png></img>b`: `<img src="/a.png">b`,
		`<p title='a "b" c'>d`:    `<p title="a &quot;b&quot; c">d</p>`,
	}
	for raw, want := range tests {
		safe, _, err := Clean(raw)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, safe); diff != "" {
			t.Errorf("%s (-want +got):\n%s", raw, diff)
		}
	}
}

func TestCleanAddsNoopenerToNewWindows(t *testing.T) {
	tests := map[string]string{
		`<a href="/" target="_blank">a</a>`:                   `<a href="/" target="_blank" rel="noopener">a</a>`,
		`<a rel="nofollow" href="/" target="_blank">a</a>`:    `<a href="/" target="_blank" rel="nofollow noopener">a</a>`,
		`<a href="/" target="_blank" rel="me noopener">a</a>`: `<a href="/" target="_blank" rel="me noopener">a</a>`,
		`<a href="/" target="_self">a</a>`:                    `<a href="/" target="_self">a</a>`,
	}
	for raw, want := range tests {
		safe, removed, err := Clean(raw)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, safe); diff != "" {
			t.Errorf("%s (-want +got):\n%s", raw, diff)
		}
		if len(removed) > 0 {
			t.Errorf("%s: removed %q", raw, removed)
		}
	}
}

func TestCleanAcceptsMapAndVideoEmbeds(t *testing.T) {
	codes := []string{
		`<iframe src="https://www.google.com/maps/embed?pb=!1m18!1m12!1m3!1d27" width="600" height="450" style="border:0;" allowfullscreen="" loading="lazy" referrerpolicy="no-referrer-when-downgrade"></iframe>`,
		`<iframe src="https://maps.google.com/maps?q=Hillsboro&amp;output=embed" width="100%" height="350" frameborder="0"></iframe>`,
		`<iframe width="425" height="350" src="https://www.openstreetmap.org/export/embed.html?bbox=-97.3%2C31.9" style="border: 0"></iframe>`,
		`<iframe width="560" height="315" src="https://www.youtube-nocookie.com/embed/abc?si=x" title="YouTube video player" frameborder="0" allow="accelerometer; autoplay; clipboard-write; web-share" referrerpolicy="strict-origin-when-cross-origin" allowfullscreen></iframe>`,
		`<iframe src="https://player.vimeo.com/video/76979871" sandbox="allow-top-navigation"></iframe>`,
	}
	for _, code := range codes {
		safe, removed, err := Clean(code)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.HasPrefix(safe, "<iframe ") || !strings.Contains(safe, `sandbox="`+frameSandbox+`"`) {
			t.Errorf("%s\nbecame %s", code, safe)
		}
		if len(removed) > 0 {
			t.Errorf("%s: removed %q", code, removed)
		}
	}
}

func TestCleanRefusesFramesFromSimilarURLs(t *testing.T) {
	for _, src := range []string{
		"http://www.google.com/maps/embed", "//www.google.com/maps/embed", "https://www.google.com/search",
		"https://www.google.com.evil.example/maps/embed", "https://www.google.com@evil.example/maps/embed",
		"https://www.google.com/maps/embedded", "javascript:alert(1)//https://www.google.com/maps/embed",
		" https://www.google.com/maps/embed", "https://www.youtube.com/redirect?q=x", "/maps/embed", "{imageUrl}",
		"https://www.google.com\\.evil.example/maps/embed", "data:text/html,x", "",
	} {
		safe, removed, err := Clean(`<iframe src="` + src + `"></iframe>`)
		if err != nil {
			t.Fatal(err)
		}
		if safe != "" || !slices.Contains(removed, "<iframe>") {
			t.Errorf("src=%q became %s, removed %q", src, safe, removed)
		}
	}
}

func TestCleanRefusesDeepNesting(t *testing.T) {
	if _, _, err := Clean(strings.Repeat("<div>", 100_000)); err == nil {
		t.Error("100,000 nested elements passed")
	}
	if _, _, err := Clean(strings.Repeat("<div>", 150)); err != nil {
		t.Errorf("150 nested elements: %v", err)
	}
}

func TestCleanDisarmsKnownXSSPayloads(t *testing.T) {
	for _, payload := range payloads(t) {
		for _, around := range []string{"%s", "<p>%s</p>", `<div class="%s">`, `<a href='%s'>x</a>`, "<table>%s</table>", "<pre>%s", "<!-- %s"} {
			raw := strings.Replace(around, "%s", payload, 1)
			safe, _, err := Clean(raw)
			if err != nil {
				t.Fatalf("%s: %v", raw, err)
			}
			assertInert(t, safe)
		}
	}
}

// payloads are known attacks on HTML sanitisers.
func payloads(t testing.TB) []string {
	t.Helper()
	file, err := os.ReadFile("testdata/xss.txt")
	if err != nil {
		t.Fatal(err)
	}
	return strings.Split(strings.TrimSpace(string(file)), "\n")
}

func FuzzClean(f *testing.F) {
	for _, payload := range payloads(f) {
		f.Add(payload)
	}
	f.Fuzz(func(t *testing.T, raw string) {
		safe, _, err := Clean(raw)
		if err != nil {
			return
		}
		assertInert(t, safe)
		again, removed, err := Clean(safe)
		if err != nil {
			t.Fatal(err)
		}
		if again != safe || len(removed) > 0 {
			t.Fatalf("what was safe changed when it was saved again, removing %q:\n%q\n%q", removed, safe, again)
		}
	})
}

func TestFrameOriginsAreUnique(t *testing.T) {
	origins := FrameOrigins()
	if len(slices.Compact(slices.Sorted(slices.Values(origins)))) != len(origins) {
		t.Errorf("repeated origins: %q", origins)
	}
}

// assertInert fails the test unless nothing in the HTML can run.
func assertInert(t *testing.T, safe string) {
	t.Helper()
	z := html.NewTokenizer(strings.NewReader(safe))
	for {
		switch z.Next() {
		case html.ErrorToken:
			return
		case html.CommentToken, html.DoctypeToken:
			t.Fatalf("a comment or doctype is left in %q", safe)
		case html.StartTagToken, html.SelfClosingTagToken:
			token := z.Token()
			if !slices.Contains(textElements, token.Data) && !slices.Contains([]string{"a", "img", "iframe"}, token.Data) {
				t.Fatalf("the element %s is left in %q", token.Data, safe)
			}
			for _, a := range token.Attr {
				if strings.HasPrefix(a.Key, "on") || a.Key == "srcdoc" || a.Key == "srcset" || a.Key == "id" || a.Key == "name" {
					t.Fatalf("the attribute %s is left in %q", a.Key, safe)
				}
				if isURL(a.Key) && !inertURL(a.Val) {
					t.Fatalf("the URL %q is left in %q", a.Val, safe)
				}
			}
		}
	}
}

// inertURL reports whether a browser would only follow the URL. Like a browser
// it skips control characters and white space, and takes the text before the
// first colon as the scheme.
func inertURL(raw string) bool {
	plain := strings.Map(func(r rune) rune {
		if r <= ' ' {
			return -1
		}
		return r
	}, raw)
	colon := strings.IndexByte(plain, ':')
	if colon < 0 || strings.ContainsAny(plain[:colon], "/?#") {
		return true
	}
	return slices.Contains([]string{"http", "https", "mailto", "tel"}, strings.ToLower(plain[:colon]))
}

// The bound is far above what linear work takes and far below what quadratic
// work would.
func TestReportsOfManyNamesAreJoinedInLinearTime(t *testing.T) {
	var one, other Removed
	for i := range 200_000 {
		one = append(one, fmt.Sprintf("<a%d>", i))
		other = append(other, fmt.Sprintf("<b%d>", i))
	}
	start := time.Now()
	all := one.And(other).And(one)
	if len(all) != len(one)+len(other) {
		t.Errorf("%d names, want %d", len(all), len(one)+len(other))
	}
	if taken := time.Since(start); taken > 20*time.Second {
		t.Errorf("it took %v", taken)
	}
}
