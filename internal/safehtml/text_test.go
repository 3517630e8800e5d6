package safehtml_test

import (
	"testing"

	"perimeter/internal/safehtml"
)

func TestFromTextKeepsParagraphsAndLists(t *testing.T) {
	for name, tt := range map[string]struct{ text, want string }{
		"paragraphs":           {"First.\n\nSecond.", "<p>First.</p>\n<p>Second.</p>"},
		"line breaks":          {"One\nTwo", "<p>One<br>\nTwo</p>"},
		"Windows line ends":    {"One\r\n\r\nTwo\r\n", "<p>One</p>\n<p>Two</p>"},
		"a list with an intro": {"We treat:\n- ants\n- bees", "<p>We treat:</p>\n<ul>\n<li>ants</li>\n<li>bees</li>\n</ul>"},
		"other bullets":        {"* ants\n• bees\n– wasps", "<ul>\n<li>ants</li>\n<li>bees</li>\n<li>wasps</li>\n</ul>"},
		"a spaced list":        {"- ants\n\n- bees\n\nDone.", "<ul>\n<li>ants</li>\n<li>bees</li>\n</ul>\n<p>Done.</p>"},
		"a numbered list":      {"1. Look\n2) Treat", "<ol>\n<li>Look</li>\n<li>Treat</li>\n</ol>"},
		"special characters":   {"Smith & Sons\n\n5 < 6 > 4", "<p>Smith & Sons</p>\n<p>5 < 6 > 4</p>"},
		"placeholders":         {"{name}\n\n{features}\n\nAsk about {name}.", "{name}\n{features}\n<p>Ask about {name}.</p>"},
		"no list":              {"-5 degrees\n2026 was warm", "<p>-5 degrees<br>\n2026 was warm</p>"},
		"one line":             {"- Just this", "- Just this"},
		"HTML":                 {"<p>One</p>\n\nTwo", "<p>One</p>\n\nTwo"},
		"a comment":            {"<!-- x -->\n\nTwo", "<!-- x -->\n\nTwo"},
		"nothing":              {" \n ", " \n "},
	} {
		t.Run(name, func(t *testing.T) {
			if got := safehtml.FromText(tt.text); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}
