package server

import (
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

func TestInvalidBodiesAreRefused(t *testing.T) {
	a := newApp(t)
	for name, tt := range map[string]struct {
		body   any
		header []string
		want   int
		word   string
	}{
		"no content type":        {"{}", []string{"Content-Type", ""}, 415, "application/json"},
		"a form":                 {"key=a", []string{"Content-Type", "application/x-www-form-urlencoded"}, 415, "application/json"},
		"plain text":             {"{}", []string{"Content-Type", "text/plain"}, 415, "application/json"},
		"another kind of JSON":   {"{}", []string{"Content-Type", "application/merge-patch+json"}, 415, "application/json"},
		"a broken content type":  {"{}", []string{"Content-Type", "application/json;;"}, 415, "application/json"},
		"nothing":                {"", nil, 400, "body"},
		"white space":            {" \n", nil, 400, "JSON"},
		"half an object":         {`{"key":`, nil, 400, "JSON"},
		"two objects":            {`{}{}`, nil, 400, "JSON"},
		"a trailing comma":       {`{"key":"a",}`, nil, 400, "JSON"},
		"HTML":                   {`<p>`, nil, 400, "JSON"},
		"a list":                 {`[]`, nil, 400, "object"},
		"a text":                 {`"a"`, nil, 400, "object"},
		"null":                   {`null`, nil, 400, `"key"`},
		"bytes that are no text": {"{\"key\":\"\xff\"}", nil, 400, "UTF-8"},
		"a raw NUL":              {"{\"key\":\"a\x00\"}", nil, 400, "JSON"},
		"an escaped NUL":         {contentBody("k").with("value", "a\x00b"), nil, 400, `"value"`},
		"a NUL in the key":       {contentBody("k\x00"), nil, 400, `"key"`},
		"deep lists":             {`{"key":` + strings.Repeat("[", 5000) + strings.Repeat("]", 5000) + `}`, nil, 400, "nested"},
		"bottomless lists":       {strings.Repeat("[", 1_000_000), nil, 400, "nested"},
		"bottomless objects":     {strings.Repeat(`{"a":`, 100_000), nil, 400, "nested"},
		"a giant":                {`{"value":"` + strings.Repeat("x", 5<<20) + `"}`, nil, 413, "larger"},
		"a number as text":       {contentBody("k").with("value", 5), nil, 400, `"value"`},
		"a list as text":         {contentBody("k").with("key", []string{"a"}), nil, 400, `"key"`},
		"a text as id":           {contentBody("k").with("id", "1"), nil, 400, `"id"`},
		"a fraction as id":       {contentBody("k").with("id", 1.5), nil, 400, `"id"`},
		"an endless id":          {`{"id":99999999999999999999}`, nil, 400, `"id"`},
		"a negative id":          {contentBody("k").with("id", -1), nil, 404, ""},
	} {
		t.Run(name, func(t *testing.T) {
			res := a.call(t, admin, post, "/api/admin/content", tt.body, tt.header...).wants(t, tt.want)
			if !strings.Contains(res.Message, tt.word) {
				t.Errorf("the message %q does not say %q", res.Message, tt.word)
			}
		})
	}
	for name, tt := range map[string]struct {
		path string
		body fields
		word string
	}{
		"features as text":   {"/api/admin/service", serviceBody("s").with("features", "A"), `"features"`},
		"features of digits": {"/api/admin/service", serviceBody("s").with("features", []int{1}), `"features"`},
		"a star as text":     {"/api/admin/service", serviceBody("s").with("featuredOnHome", "yes"), `"featuredOnHome" must be true or false`},
		"closed as number":   {"/api/admin/business-hours", fields{"day": "monday", "isClosed": 1}, `"isClosed" must be true or false`},
		"a day as number":    {"/api/admin/business-hours", fields{"day": 1}, `"day" must be text`},
		"a time as words":    {"/api/admin/content", contentBody("k").with("basedOn", "yesterday"), "like 2026-"},
		"a time as number":   {"/api/admin/content", contentBody("k").with("basedOn", 7), "like 2026-"},
		"active as text":     {"/api/admin/social-links", fields{"active": "on"}, `"active"`},
		"a password as list": {"/api/auth/login", fields{"username": "anna", "password": []string{"x"}}, `"password" must be text`},
	} {
		t.Run(name, func(t *testing.T) {
			res := a.call(t, admin, post, tt.path, tt.body).wants(t, 400)
			if !strings.Contains(res.Message, tt.word) {
				t.Errorf("the message %q does not say %q", res.Message, tt.word)
			}
		})
	}
	if items := data[[]any](t, a.call(t, admin, get, "/api/admin/content", nil)); len(items) > 0 {
		t.Errorf("something was stored: %v", items)
	}
}

func TestCharsetAndUnknownFieldsAreAccepted(t *testing.T) {
	a := newApp(t)
	body := contentBody("k").with("updatedAt", "2026-01-01T00:00:00Z").with("nonsense", []any{1, fields{}}).with("id", nil)
	a.call(t, admin, post, "/api/admin/content", body, "Content-Type", "application/json; charset=utf-8").wants(t, 200)
}

func TestLongestSaveIsAccepted(t *testing.T) {
	a := newApp(t)
	long := strings.Repeat("🐜", 100_000)
	body := serviceBody("long").with("fullDescription", long).with("template", long)
	encoded, err := json.Marshal(body)
	if err != nil {
		t.Fatal(err)
	}
	escaped := strings.ReplaceAll(string(encoded), "🐜", `\ud83d\udc1c`)
	res := a.call(t, admin, post, "/api/admin/service", escaped).wants(t, 200)
	if got := data[struct{ Template string }](t, res); got.Template != long {
		t.Error("the template changed")
	}
}

// cut is a body whose connection is lost.
type cut struct{}

func (cut) Read([]byte) (int, error) { return 0, errors.New("connection reset") }

func TestIncompleteBodyIsBadRequest(t *testing.T) {
	a := newApp(t)
	r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/api/auth/login", io.MultiReader(strings.NewReader(`{"username":`), cut{}))
	r.Header.Set("Content-Type", "application/json")
	a.send(t, r).wants(t, 400)
	if lines := a.lines(t, "internal error"); len(lines) > 0 {
		t.Errorf("logged as an internal error: %v", lines)
	}
}

func TestWrongFieldTypeNamesAPIField(t *testing.T) {
	a := newApp(t)
	res := a.call(t, nobody, post, "/api/chat/messages", `{"key":5}`).wants(t, 400)
	if want := `The field "key" must be text.`; res.Message != want {
		t.Errorf("got %q, want %q", res.Message, want)
	}
}

func TestDepthIgnoresBracketsInStrings(t *testing.T) {
	for body, want := range map[string]int{
		`{}`: 1, `{"a":[{}]}`: 3, `{"a":"[[[["}`: 1, `{"a":"\"[["}`: 1, `{"a":"\\"}`: 1, `[[],[]]`: 2, ``: 0, `"`: 0, `]]]][`: 0,
	} {
		if got := depth([]byte(body)); got != want {
			t.Errorf("%s: %d, want %d", body, got, want)
		}
	}
}

func FuzzBodies(f *testing.F) {
	for _, seed := range []string{
		`{}`, `null`, `[]`, `{"id":1}`, `{"key":"a","section":"home","type":"html","value":"<script>"}`,
		`{"name":"a","slug":"a","shortDescription":"a","fullDescription":"a","features":[null,"\u0000"]}`,
		`{"day":"monday","isClosed":true,"openTime":null}`, `{"platform":"x","url":"http://[::1"}`,
		`{"username":"anna","password":"x"}`, `{"title":"\ud800","slug":"-","excerpt":1e999}`, `{"html":"<a href='"}`,
	} {
		f.Add(seed)
	}
	a := newApp(f)
	var paths []string
	for _, r := range newAPI(Config{}).routeTable() {
		// Hashing passwords is too slow for a fuzz test, and this server renders no pages
		// and makes no backups.
		elsewhere := r.path == "/api/auth/login" || r.path == "/api/admin/recovery-sheet" || strings.HasPrefix(r.path, "/api/admin/preview/")
		if r.takesBody && !elsewhere {
			paths = append(paths, r.path)
		}
	}
	f.Fuzz(func(t *testing.T, body string) {
		for _, path := range paths {
			if res := a.call(t, admin, post, path, body); res.StatusCode >= 500 || res.Success == nil {
				t.Fatalf("%s: %d %s", path, res.StatusCode, res.text)
			}
		}
	})
}
