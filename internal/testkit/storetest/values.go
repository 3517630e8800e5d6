package storetest

import (
	"strings"
	"testing"
	"time"

	"perimeter/internal/testkit"
)

var valueTests = []test{
	{"texts are stored unchanged", func(t *testing.T, s Stores) {
		for name, text := range map[string]string{
			"empty":             "",
			"white space":       " \t\r\n\n  ",
			"quotes and marks":  `'"\` + "`" + `$1 ?1 :a @b %s {name} -- ; /* */`,
			"markup":            `<p class="a:b/[c]">&amp;</p>`,
			"other scripts":     "Größe ¿qué? 白蟻 шаблон العربية",
			"composed":          "é is not e\u0301",
			"beyond 16 bits":    "🐜🏳️‍🌈\U0010fffd",
			"controls":          "\u0001\u001f\u007f\u0085\u2028\u2029\ufeff\ufffd",
			"looks like JSON":   `["a", null]`,
			"looks like number": "0012.50",
			"50,000 characters": strings.Repeat("aß白🐜\n", 10_000),
		} {
			t.Run(name, func(t *testing.T) {
				service := newService("s" + strings.ReplaceAll(strings.ReplaceAll(name, " ", "-"), ",", ""))
				service.Name, service.ShortDescription, service.FullDescription = text, text, text
				service.ImageURL, service.Template = text, text
				service.Features = []string{text, "", text}
				stored := put(t, s.Site(), putService, service)
				service.ID = stored.ID
				same(t, stored, service)
				same(t, testkit.Must(s.Site().Service(t.Context(), stored.ID))(t), service)
			})
		}
	}},

	{"times are stored in UTC with microseconds", func(t *testing.T, s Stores) {
		central := time.FixedZone("CST", -6*60*60)
		for name, c := range map[string]struct{ in, want time.Time }{
			"zero":       {time.Time{}, time.Time{}},
			"other zone": {time.Date(2025, 5, 14, 12, 0, 0, 0, central), time.Date(2025, 5, 14, 18, 0, 0, 0, time.UTC)},
			"too fine":   {time.Date(2025, 5, 14, 12, 0, 0, 123456789, time.UTC), time.Date(2025, 5, 14, 12, 0, 0, 123456000, time.UTC)},
			"far past":   {time.Date(1582, 10, 15, 1, 2, 3, 4000, time.UTC), time.Date(1582, 10, 15, 1, 2, 3, 4000, time.UTC)},
			"far future": {time.Date(9999, 12, 31, 23, 59, 59, 999999000, time.UTC), time.Date(9999, 12, 31, 23, 59, 59, 999999000, time.UTC)},
		} {
			t.Run(name, func(t *testing.T) {
				post := newPost(strings.ReplaceAll(name, " ", "-"))
				post.PublishedAt = c.in
				stored := put(t, s.Site(), putPost, post)
				if got := stored.PublishedAt; !got.Equal(c.want) || got.Location() != time.UTC {
					t.Errorf("stored as %v, want %v", got, c.want)
				}
				if got := testkit.Must(s.Site().Posts().Get(t.Context(), stored.ID))(t).PublishedAt; !got.Equal(c.want) || got.Location() != time.UTC {
					t.Errorf("read as %v, want %v", got, c.want)
				}
			})
		}
	}},
}
