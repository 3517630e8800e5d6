package ssr

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	"perimeter/internal/testkit"
	"perimeter/internal/testkit/linear"
)

func TestClassNamesComeFromClassAttributesOnly(t *testing.T) {
	for markup, want := range map[string][]string{
		``:                                 {},
		`no class here: class="x`:          {},
		`<p class="b a  b">`:               {"a", "b"},
		"<p CLASS='x\n\ty'><br class=z />": {"x", "y", "z"},
		`<p class="md:w-1/2 [&amp;>p]:mt-2 before:content-['&quot;']">`: {`[&>p]:mt-2`, `before:content-['"']`, "md:w-1/2"},
		`<p title="class=no" data-class="no">class="no"</p>`:            {},
		`<p class="` + strings.Repeat("x", 201) + ` ok">`:               {"ok"},
		`<p class>`: {},
	} {
		if got := classNames(markup); !slices.Equal(got, want) {
			t.Errorf("%s: got %q, want %q", markup, got, want)
		}
	}
}

func TestClassesCannotStyleTheRestOfThePage(t *testing.T) {
	for _, name := range []string{
		"[body:has(&)_header]:hidden", "md:[.contained:has(&)]:[contain:none]", "[header]:hidden",
		"[&,header]:hidden", "hover:[&_p,header]:hidden", "[@media_all,print]:hidden",
		"[&{}header]:hidden", "[color:red{}body:has(&)_header{display:none}]", "w-[1px;color:red]",
	} {
		if got := classNames(`<p class="` + name + `">`); len(got) > 0 {
			t.Errorf("%s would be compiled", name)
		}
	}
	for _, name := range []string{
		"[&>p]:mt-2", "md:[&_:is(h2,h3)]:mt-4", "[@media(width>400px)]:flex", "[mask-type:alpha]", "hover:[mask-type:alpha]",
		"grid-cols-[1fr,2fr]", "bg-[rgb(1,2,3)]", "data-[state=open]:flex", "has-[a,b]:flex",
	} {
		if got := classNames(`<p class="` + name + `">`); !slices.Equal(got, []string{name}) {
			t.Errorf("%s would not be compiled", name)
		}
	}
}

func TestTheNumberOfClassNamesIsLimited(t *testing.T) {
	var markup strings.Builder
	for i := range 2 * maxClassNames {
		fmt.Fprintf(&markup, `<p class="c%d">`, i)
	}
	if n := len(classNames(markup.String())); n != maxClassNames {
		t.Errorf("%d names, want %d", n, maxClassNames)
	}
}

func TestClassNamesAreFoundInTimeInProportionToHostileHTML(t *testing.T) {
	for name, part := range map[string]string{
		"open quotes":      `<p class="`,
		"starts of tags":   "<",
		"comments":         "<!--",
		"scripts":          "<script><!--<script>",
		"elements":         `<p class="a">`,
		"entities":         `<p class="&aaaa`,
		"attributes":       "<p class=a class=b",
		"brackets":         `<p class="[(:[(:[(:[(:,">`,
		"unended brackets": `<p class="` + strings.Repeat("[&", maxClassLength/2) + `">`,
	} {
		t.Run(name, func(t *testing.T) {
			input := func(size int) string { return strings.Repeat(part, size/len(part)) }
			linear.Check(t, 12_500, input, func(markup string) { classNames(markup) })
		})
	}
	long := func(size int) string { return `<p class="` + strings.Repeat("[&:", size/3) + `">` }
	linear.Check(t, 12_500, long, func(markup string) { classNames(markup) })
}

func TestCSSSupportsEveryUtilityClassAndTheTheme(t *testing.T) {
	r := newRenderer(t, testkit.BuiltFrontEnd(t), longTimeout)
	css, err := r.CSS(t.Context(), `<section class="grid grid-cols-2 md:grid-cols-3 rounded-lg p-[13px] hover:border-red-500/50
		text-primary dark:bg-paper [&>p]:mt-4 w-1/2 animate-spin">`)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		".grid{display:grid}",
		".grid-cols-2{grid-template-columns:repeat(2,minmax(0,1fr))}",
		`.md\:grid-cols-3{`,
		".rounded-lg{border-radius:",
		`.p-\[13px\]{padding:13px}`,
		`.hover\:border-red-500\/50:hover{`,
		".text-primary{color:var(--color-primary",
		"[data-theme=dark]",
		`.\[\&\>p\]\:mt-4>p{margin-top:`,
		`.w-1\/2{width:50%}`,
		"@keyframes spin",
	} {
		if !strings.Contains(css, want) {
			t.Errorf("%s is not in\n%s", want, css)
		}
	}
	// The page's own stylesheet defines these.
	for _, unwanted := range []string{":root", "--color-primary:", "box-sizing"} {
		if strings.Contains(css, unwanted) {
			t.Errorf("%s is in\n%s", unwanted, css)
		}
	}
}

func TestOnlyTemplatesWithFixedColorsGetTheLightTheme(t *testing.T) {
	r := newRenderer(t, testkit.BuiltFrontEnd(t), longTimeout)
	for class, want := range map[string]bool{"bg-amber-100": true, "text-[#333]": true, "bg-paper": false} {
		css, err := r.CSS(t.Context(), `<p class="`+class+`">`)
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Contains(css, "[data-theme=dark] .light-theme{color-scheme:light;--color-paper: var(--light-paper, #f7f2e8);"); got != want {
			t.Errorf("%s: light theme %v, want %v, in\n%s", class, got, want, css)
		}
	}
}

func TestCSSDoesNotAccumulateBetweenTemplates(t *testing.T) {
	r := newRenderer(t, testkit.BuiltFrontEnd(t), longTimeout)
	for _, class := range []string{"flex", "table"} {
		css, err := r.CSS(t.Context(), `<p class="`+class+`">`)
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(css, ".flex") != (class == "flex") || strings.Contains(css, ".table") != (class == "table") {
			t.Errorf("%s: got %s", class, css)
		}
	}
}

func TestUnknownClassesAreIgnored(t *testing.T) {
	r := newRenderer(t, testkit.BuiltFrontEnd(t), longTimeout)
	css, err := r.CSS(t.Context(), `<p class="flex nonsense ]][[ {} ; </style> /* \ &quot; ' md: :flex w-[ w-[} [color:red;}body{display:none] ${x} {name}">`)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(css, ".flex{display:flex}") {
		t.Errorf("the valid class is missing in\n%s", css)
	}
	for _, unwanted := range []string{"nonsense", "style>", "body{"} {
		if strings.Contains(css, unwanted) {
			t.Errorf("%s is in\n%s", unwanted, css)
		}
	}
}

func TestMarkupWithoutClassesDoesNotLoadTheCompiler(t *testing.T) {
	r := newRenderer(t, testBundle(), Options{})
	if css, err := r.CSS(t.Context(), "<p>plain</p>"); css != "" || err != nil {
		t.Errorf("%q %v", css, err)
	}
}

// newTestCompiler returns a cssCompiler that runs the script for at most as long as limit,
// which also covers loading it.
func newTestCompiler(script string, limit time.Duration) *cssCompiler {
	bundle := fstest.MapFS{"server/css.js": {Data: []byte(script)}}
	return newCSSCompiler(fs.FS(bundle), limits{time: limit, memory: 32 << 20}, slog.New(slog.DiscardHandler))
}

func TestConcurrentCallsCompileTheSameClassesOnce(t *testing.T) {
	c := newTestCompiler(`var CSS = { compileClasses: async (names) => "p{content:'" + Math.random() + "'}" }`, time.Minute)
	ctx := context.Background()
	results := make([]string, 8)
	var compiling sync.WaitGroup
	for i := range results {
		compiling.Go(func() { results[i], _ = c.css(ctx, []string{`<p class="a b">`, `<b class="b"><i class="a">`}[i%2]) })
	}
	compiling.Wait()
	if results[0] == "" || len(slices.Compact(results)) != 1 {
		t.Errorf("got %q", results)
	}
}

func TestTheCSSCacheIsLimited(t *testing.T) {
	c := newTestCompiler("", time.Minute)
	for i := range 2 * maxCachedCSS {
		c.store([32]byte{byte(i), byte(i >> 8)}, compiled{})
	}
	if n := len(c.cache); n != maxCachedCSS {
		t.Errorf("%d entries, want %d", n, maxCachedCSS)
	}
}

func TestCSSReturnsTheErrorsOfTheCompiler(t *testing.T) {
	for name, script := range map[string]string{
		"endless": `var CSS = { async compileClasses() { for (;;); } }`,
		"throws":  `var CSS = { async compileClasses() { throw new Error("no") } }`,
		"number":  `var CSS = { async compileClasses() { return 7 } }`,
		"absent":  ``,
	} {
		limit := time.Minute
		if name == "endless" {
			limit = 200 * time.Millisecond
		}
		if css, err := newTestCompiler(script, limit).css(context.Background(), `<p class="a">`); err == nil {
			t.Errorf("%s: got %q", name, css)
		}
	}
}

func TestCSSStopsWhenItsContextEnds(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	c := newTestCompiler(`var CSS = { async compileClasses() { for (;;); } }`, time.Minute)
	if _, err := c.css(ctx, `<p class="a">`); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("got %v, want the error of the context", err)
	}
}
