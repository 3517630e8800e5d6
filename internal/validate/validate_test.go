package validate

import (
	"errors"
	"strings"
	"testing"

	"perimeter/internal/errs"
)

func TestFieldChecks(t *testing.T) {
	long := strings.Repeat("é", 11)
	for name, tt := range map[string]struct {
		err  error
		word string // in the message, or "" if the value is valid
	}{
		"required":                 {Field{"name", "x"}.Required(10), ""},
		"blank":                    {Field{"name", " \n"}.Required(10), `"name" is required`},
		"as long as allowed":       {Field{"name", long}.Within(11), ""},
		"too long":                 {Field{"name", long}.Within(10), "11 characters; at most 10"},
		"NUL":                      {Field{"name", "a\x00"}.Within(10), "cannot be stored"},
		"not UTF-8":                {Field{"name", "\xff"}.Within(10), "cannot be stored"},
		"https URL":                {Field{"url", "https://a.example/b?c#d"}.WebURL(), ""},
		"no URL":                   {Field{"url", ""}.WebURL(), "required"},
		"another scheme":           {Field{"url", "javascript:alert(1)"}.WebURL(), "http://"},
		"URL without host":         {Field{"url", "https:///a"}.WebURL(), "http://"},
		"URL with password":        {Field{"url", "https://a:b@c.example"}.WebURL(), "http://"},
		"no image":                 {Field{"imageUrl", ""}.ImageURL(), ""},
		"image path":               {Field{"imageUrl", "/art/a.svg"}.ImageURL(), ""},
		"image URL":                {Field{"imageUrl", "https://a.example/b.png"}.ImageURL(), ""},
		"protocol-relative image":  {Field{"imageUrl", "//a.example/b.png"}.ImageURL(), "or /"},
		"image with a backslash":   {Field{"imageUrl", "/\\a.example"}.ImageURL(), "or /"},
		"one of the choices":       {OneOf("day", "b", []string{"a", "b"}), ""},
		"another than the choices": {OneOf("day", "c", []string{"a", "b"}), `"day" must be one of a, b`},
	} {
		t.Run(name, func(t *testing.T) {
			switch {
			case tt.word == "" && tt.err != nil:
				t.Errorf("refused: %v", tt.err)
			case tt.word != "" && (errs.KindOf(tt.err) != errs.Invalid || !strings.Contains(tt.err.Error(), tt.word)):
				t.Errorf("got %v, want an Invalid error with %q", tt.err, tt.word)
			}
		})
	}
}

func TestFirst(t *testing.T) {
	one, two := errors.New("one"), errors.New("two")
	if got := First(nil, one, two); !errors.Is(got, one) {
		t.Errorf("got %v", got)
	}
	if err := First(nil, nil); err != nil {
		t.Errorf("got %v", err)
	}
}

func TestSetTrimmed(t *testing.T) {
	value := "old"
	SetTrimmed(&value, nil)
	if value != "old" {
		t.Errorf("a nil edit made it %q", value)
	}
	edit := " new \n"
	SetTrimmed(&value, &edit)
	if value != "new" {
		t.Errorf("got %q", value)
	}
}
