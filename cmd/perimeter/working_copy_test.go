package main

import (
	"io"
	"net/http"
	"strings"
	"testing"
)

func TestWorkingCopiesDoNotChangePublicPages(t *testing.T) {
	dir := t.TempDir()
	addAdmin(t, dir)
	server := start(t, dir)
	paths := []string{"/", "/about", "/services", "/services/termite-control", "/blog", "/contact", "/sitemap.xml", "/feed.xml", "/api/blog-posts", "/api/content"}
	pages := func() map[string]string {
		all := map[string]string{}
		for _, path := range paths {
			_, all[path] = get(t, server.address+path)
		}
		return all
	}
	before := pages()
	client := signedIn(t, server.address, "sam", "a fine password")
	for _, name := range []string{"post/new", "post/1", "content/text-hero_title", "service/1", "template/1", "company/business"} {
		body := `{"title":"Unfinished","values":{"title":"Unfinished","slug":"unfinished","value":"Unfinished","template":"Unfinished","name":"Unfinished"}}`
		r, err := http.NewRequestWithContext(t.Context(), http.MethodPut, server.address+"/api/admin/working-copies/"+name, strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Content-Type", "application/json")
		response, err := client.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		answer, _ := io.ReadAll(response.Body)
		response.Body.Close()
		if response.StatusCode != http.StatusOK {
			t.Fatalf("PUT %s answers %d: %s", name, response.StatusCode, answer)
		}
	}
	for path, want := range before {
		if _, got := get(t, server.address+path); got != want {
			t.Errorf("%s changed while working copies exist", path)
		}
	}
}
