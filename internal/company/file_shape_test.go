package company

import (
	"runtime"
	"strings"
	"testing"
)

func TestHostileSiteFilesAreRefusedInLittleMemory(t *testing.T) {
	nested := func(levels int) string {
		var b strings.Builder
		for i := range levels {
			b.WriteString(strings.Repeat(" ", i) + "a:\n")
		}
		return b.String()
	}
	for name, file := range map[string]string{
		"open lists":    strings.Repeat("[", 200_000),
		"open maps":     strings.Repeat("{a: ", 60_000),
		"list in list":  strings.Repeat("- ", 100_000),
		"complex keys":  strings.Repeat("? ", 100_000),
		"anchors":       "name: " + strings.Repeat("&a ", 60_000),
		"tags":          "name: " + strings.Repeat("!a ", 60_000),
		"aliases":       "name: &a x\ntown: *a\n",
		"indentation":   nested(700),
		"a long scalar": "name: " + strings.Repeat("x", 100<<20),
	} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, err := Parse([]byte(file))
		runtime.ReadMemStats(&after)
		if err == nil {
			t.Errorf("%s: the file is accepted", name)
		}
		// Of the long scalar, 100 MB are the test's own copy.
		if taken := (after.TotalAlloc - before.TotalAlloc) >> 20; taken > 200 {
			t.Errorf("%s: %d MB were taken", name, taken)
		}
	}
}
