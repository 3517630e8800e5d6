package imaging

import (
	"bytes"
	"os"
	"regexp"
	"strings"
	"testing"

	"perimeter/internal/errs"
	"perimeter/internal/testkit/picture"
)

// FuzzClean sends arbitrary bytes through the whole upload check.
func FuzzClean(f *testing.F) {
	photo := picture.Photo(16, 12, 1)
	f.Add(picture.JPEGWithEXIF(picture.JPEG(f, photo, 50), 6))
	f.Add(progressiveJPEG(16, 12, 3))
	f.Add(picture.PNGChunk(picture.PNG(f, photo), "eXIf", picture.EXIF(3)))
	f.Add(picture.GIF(f, photo, 2))
	f.Add(picture.WebPWithEXIF(picture.WebP(f, photo, false), 16, 12, 8))
	f.Add(picture.WebP(f, photo, true))
	f.Add(picture.AVIF(16, 12, picture.EXIF(1)))
	f.Add([]byte(plainSVG))
	codec := New()
	f.Fuzz(func(t *testing.T, data []byte) {
		_, info, err := inspect(data)
		if err != nil {
			if !Permanent(err) {
				t.Fatalf("an error without a message for people: %v", err)
			}
			return
		}
		if info.memory()-info.tableMemory > decodeMemory {
			t.Fatalf("%d × %d pixels take %d MB", info.width, info.height, info.memory()>>20)
		}
		if _, again, err := inspect(info.stripped); err != nil || !bytes.Equal(again.stripped, info.stripped) {
			t.Fatalf("a stripped file is not stripped: %v", err)
		}
		if info.width*info.height > 1<<20 { // slow, and nothing new
			return
		}
		if _, err := codec.Clean(t.Context(), data); err != nil && !Permanent(err) {
			t.Fatalf("an error without a message for people: %v", err)
		}
	})
}

// FuzzCleanSVG rewrites arbitrary drawings and looks for what must not be left.
func FuzzCleanSVG(f *testing.F) {
	for _, name := range []string{"inkscape", "illustrator", "figma"} {
		file, err := os.ReadFile("testdata/" + name + ".svg")
		if err != nil {
			f.Fatal(err)
		}
		f.Add(file)
	}
	f.Add([]byte(plainSVG))
	f.Add([]byte(svgOpen + `<style>@media print{.a,b>c{fill:url(#x)}}@keyframes k{0%{opacity:0}}</style>` + svgEnd))
	f.Add([]byte(svgOpen + `<use xlink:href="#a"/><set attributeName="fill" to="red"/><g style="fill:url('#a');x:calc(1px)"/>` + svgEnd))
	f.Fuzz(func(t *testing.T, data []byte) {
		info, err := parseSVG(data)
		if err != nil {
			return
		}
		again, err := parseSVG(info.stripped)
		if err != nil {
			t.Fatalf("the result is refused: %v\n%s", err, info.stripped)
		}
		if !bytes.Equal(again.stripped, info.stripped) {
			t.Fatalf("the result changes again:\n%s\n%s", info.stripped, again.stripped)
		}
		lower := bytes.ToLower(info.stripped)
		for _, part := range []string{"<script", "<foreignobject", "<!", "<?"} {
			if bytes.Contains(lower, []byte(part)) {
				t.Fatalf("%s is left in\n%s", part, info.stripped)
			}
		}
	})
}

// otherFile matches a reference to anything but a fragment.
var otherFile = regexp.MustCompile(`(?i)url\(\s*["']?([^#"'\s]|$)`)

// FuzzCheckValue looks for CSS values that hide a reference to another file.
func FuzzCheckValue(f *testing.F) {
	for _, value := range []string{
		"url(#a)", `url("#a") rgb(1,2,3)`, "URL( x )", `u\72l(x)`, "url(/**/x)", `"url(x)"`, "image-set('x' 1x)", "translate(1px) url('#b)')",
	} {
		f.Add(value)
	}
	f.Fuzz(func(t *testing.T, value string) {
		_, ok, err := checkValue(value)
		if err != nil && errs.KindOf(err) != errs.Unsupported {
			t.Fatalf("an error without a message for people: %v", err)
		}
		if !ok || err != nil {
			return
		}
		if otherFile.MatchString(value) || strings.ContainsAny(value, `\@`) {
			t.Fatalf("%q is accepted", value)
		}
		cleaned, _, err := cleanDeclarations("fill:"+value, newDrawing())
		if err != nil {
			t.Fatalf("%q is accepted alone and refused in a declaration: %v", value, err)
		}
		if again, _, err := cleanDeclarations(cleaned, newDrawing()); err != nil || again != cleaned {
			t.Fatalf("%q changes again to %q: %v", cleaned, again, err)
		}
	})
}
