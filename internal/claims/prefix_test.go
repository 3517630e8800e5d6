package claims

import (
	"fmt"
	"math/rand/v2"
	"os"
	"regexp"
	"strings"
	"testing"
)

// TestPrefixesChangeNoResult compares with the regular expression alone on texts made
// of parts of wordings.
func TestPrefixesChangeNoResult(t *testing.T) {
	file, err := os.ReadFile("../../web/src/domain/admin/claims.json")
	if err != nil {
		t.Fatal(err)
	}
	rules, err := Parse(file)
	if err != nil {
		t.Fatal(err)
	}
	if rules.prefixes == nil {
		t.Fatal("the beginnings of the wordings are not known")
	}
	whole := regexp.MustCompile(strings.Replace(rules.wording.String(), "(?i)^", `(?i)\b`, 1))
	words := strings.FieldsFunc(string(file), func(r rune) bool { return strings.ContainsRune(`|()[]{}"?:\\`, r) })
	words = append(words, "-", "_", ".", "\u017fafe", "\u212a", "100%", "pets", "children", "SAFE", "eco-", "é")
	random := rand.New(rand.NewPCG(29, 29))
	matched := 0
	for range 3000 {
		var text strings.Builder
		for range 1 + random.IntN(8) {
			text.WriteString(words[random.IntN(len(words))])
			text.WriteString([]string{" ", " ", " ", "-", "", ","}[random.IntN(6)])
		}
		var got [][]int
		rules.matches(text.String(), func(match []int) { got = append(got, match) })
		want := whole.FindAllStringSubmatchIndex(text.String(), -1)
		if fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("%q has %v, want %v", text.String(), got, want)
		}
		matched += len(want)
	}
	if matched < 100 {
		t.Errorf("only %d wordings were found: the texts prove nothing", matched)
	}
}

func TestVisibleTextHasSingleSpaces(t *testing.T) {
	space := regexp.MustCompile(`(?:&nbsp;|[\f\n\r\t\v\p{Z}\x{feff}])+`)
	for _, markup := range []string{
		"", " ", "a", "<p>Safe</p>\n\n<b>for&nbsp; &nbsp;pets</b>", "a\u00a0\u2028\ufeffb", "a < b > c", "&nbsp", "&nbsp;", "é\xffx\t",
	} {
		want := space.ReplaceAllString(tag.ReplaceAllString(markup, " "), " ")
		if got := visibleText(markup); got != want {
			t.Errorf("%q becomes %q, want %q", markup, got, want)
		}
	}
}

func BenchmarkFindInAnArticle(b *testing.B) {
	file, err := os.ReadFile("../../web/src/domain/admin/claims.json")
	if err != nil {
		b.Fatal(err)
	}
	rules, err := Parse(file)
	if err != nil {
		b.Fatal(err)
	}
	text := strings.Repeat("Ants follow a trail to the kitchen, and others follow them. ", 100)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		rules.Find(text)
	}
}
