package server

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"
)

// crossSite are the headers of a request from a page of another site.
var crossSite = []string{"Sec-Fetch-Site", "cross-site", "Origin", "https://evil.example"}

func TestRoutesRequireTheRightRole(t *testing.T) {
	everybody := [4]int{200, 200, 200, 200}
	adminReads := [4]int{401, 403, 200, 200} // another site's page cannot read the response
	adminWrites := [4]int{401, 403, 403, 200}
	calls := []struct {
		method, path string
		body         any
		want         [4]int // nobody, staff, admin from another site, admin
	}{
		{get, "/api/content", nil, everybody},
		{get, "/api/google-reviews", nil, everybody},
		{get, "/api/services", nil, everybody},
		{get, "/api/services/termites", nil, everybody},
		{get, "/api/services/1", nil, everybody},
		{get, "/api/blog-posts", nil, everybody},
		{get, "/api/social-links", nil, everybody},
		{get, "/api/business-hours", nil, everybody},
		{get, "/api/special-days", nil, everybody},
		{get, "/api/blog-teaser", nil, everybody},
		{get, "/api/auth/user", nil, [4]int{401, 200, 200, 200}},
		{post, "/api/auth/login", fields{"username": "nobody", "password": "wrong"}, [4]int{401, 401, 403, 401}},
		{post, "/api/auth/logout", nil, [4]int{200, 200, 403, 200}},
		{get, "/api/admin/content", nil, adminReads},
		{post, "/api/admin/content", contentBody("new_key"), adminWrites},
		{post, "/api/admin/service", serviceBody("new-service"), adminWrites},
		{post, "/api/admin/template-preview", fields{"html": "<p>a</p>"}, adminWrites},
		{get, "/api/admin/social-links", nil, adminReads},
		{post, "/api/admin/social-links", fields{"platform": "x", "url": "https://x.com/pest"}, adminWrites},
		{get, "/api/admin/business-hours", nil, adminReads},
		{get, "/api/admin/google-reviews", nil, adminReads},
		{post, "/api/admin/business-hours", fields{"day": "sunday", "isClosed": true}, adminWrites},
		{post, "/api/admin/blog-posts", postBody("new-post"), adminWrites},
		{remove, "/api/admin/blog-posts/1", nil, adminWrites},
		{post, "/api/admin/services/order", fields{"ids": []int{1}}, adminWrites},
		{remove, "/api/admin/services/1", nil, adminWrites},
		{remove, "/api/admin/content/1", nil, [4]int{401, 403, 403, 404}},
		{post, "/api/admin/social-links/order", fields{"ids": []int{}}, adminWrites},
		{remove, "/api/admin/social-links/1", nil, [4]int{401, 403, 403, 404}},
		{get, "/api/admin/special-days", nil, adminReads},
		{post, "/api/admin/special-days", fields{"date": "2026-11-26"}, adminWrites},
		{remove, "/api/admin/special-days/1", nil, [4]int{401, 403, 403, 404}},
		{post, "/api/chat/messages", fields{"key": "1", "text": "Hello"}, [4]int{200, 200, 403, 200}},
		{remove, "/api/chat/conversation", nil, [4]int{404, 404, 403, 404}},
		{post, "/api/chat/typing", nil, [4]int{200, 200, 403, 200}},
		{post, "/api/chat/seen", fields{"through": 1}, [4]int{404, 404, 403, 404}},
		{post, "/api/chat/resume", fields{"token": "made up"}, [4]int{404, 404, 403, 404}},
		{get, "/api/admin/chat", nil, adminReads},
		{get, "/api/admin/chat/availability", nil, adminReads},
		{post, "/api/admin/chat/availability", fields{"available": false}, adminWrites},
		{get, "/api/admin/chat/people", nil, adminReads},
		{post, "/api/admin/chat/nothing/typing", nil, [4]int{401, 403, 403, 404}},
		{post, "/api/admin/chat/nothing/notes", fields{"text": "A note"}, [4]int{401, 403, 403, 404}},
		{remove, "/api/admin/chat/nothing/notes/1", nil, [4]int{401, 403, 403, 404}},
		{post, "/api/chat/photos?key=1", nil, [4]int{415, 415, 403, 415}},
		{get, "/api/chat/photos/nothing", nil, [4]int{404, 404, 404, 404}},
		{post, "/api/admin/chat/nothing/photos?key=1", nil, [4]int{401, 403, 403, 404}},
		{get, "/api/admin/chat/photos/nothing", nil, [4]int{401, 403, 404, 404}},
		{post, "/api/admin/chat/replies", fields{"replies": []string{"Hello"}}, adminWrites},
		{get, "/api/admin/push", nil, adminReads},
		{post, "/api/admin/push", fields{"endpoint": ""}, [4]int{401, 403, 403, 400}},
		{post, "/api/admin/push/end", fields{"endpoint": ""}, adminWrites},
		{get, "/api/admin/history", nil, adminReads},
		{post, "/api/admin/history/1/restore", nil, adminWrites},
		{post, "/api/admin/history/1/undo", nil, adminWrites},
		{get, "/api/admin/working-copies?kind=post", nil, adminReads},
		{get, "/api/admin/working-copies/post/1", nil, [4]int{401, 403, 404, 404}},
		{put, "/api/admin/working-copies/post/new", fields{"values": fields{"title": "Ants"}}, adminWrites},
		{remove, "/api/admin/working-copies/post/new", nil, adminWrites},
		{get, "/api/admin/nothing", nil, [4]int{401, 403, 404, 404}},
		{http.MethodPut, "/api/admin/content", nil, [4]int{401, 403, 403, 405}},
	}
	for _, c := range calls {
		t.Run(c.method+" "+c.path, func(t *testing.T) {
			a := newApp(t)
			a.call(t, admin, post, "/api/admin/service", serviceBody("termites")).wants(t, 200)
			a.call(t, admin, post, "/api/admin/blog-posts", postBody("termites")).wants(t, 200)
			a.call(t, nobody, c.method, c.path, c.body).wants(t, c.want[0])
			a.call(t, staff, c.method, c.path, c.body).wants(t, c.want[1])
			a.call(t, admin, c.method, c.path, c.body, crossSite...).wants(t, c.want[2])
			a.call(t, admin, c.method, c.path, c.body).wants(t, c.want[3])
		})
	}
}

func TestOnlyListedRoutesArePublic(t *testing.T) {
	a := newApp(t)
	table := newAPI(Config{}).routeTable()
	for _, pattern := range publicRoutes {
		known := slices.ContainsFunc(table, func(r route) bool { return r.pattern() == pattern })
		if !known && !slices.Contains([]string{specRoute, visitorEventsRoute, policyReportRoute, visitsRoute, visitorPhotosRoute, visitorPhotoRoute}, pattern) {
			t.Errorf("%s is on the list but is no call", pattern)
		}
		if strings.Contains(pattern, "/api/admin") {
			t.Errorf("%s is open to everybody", pattern)
		}
	}
	for _, r := range table {
		path := strings.NewReplacer("{id}", "1", "{note}", "1", "{ref}", "termites").Replace(r.path)
		status := a.call(t, nobody, r.method, path, fields{}).StatusCode
		switch {
		case isPublic(r.pattern()):
			if status == http.StatusForbidden {
				t.Errorf("%s refuses nobody in particular", r.pattern())
			}
		case status != http.StatusUnauthorized:
			t.Errorf("%s answers nobody with %d", r.pattern(), status)
		case isAccountRoute(r.pattern()):
			if status := a.call(t, staff, r.method, path, fields{}).StatusCode; status == http.StatusUnauthorized || status == http.StatusForbidden {
				t.Errorf("%s refuses staff with %d", r.pattern(), status)
			}
		default:
			a.call(t, staff, r.method, path, fields{}).wants(t, http.StatusForbidden)
		}
	}
}

func TestCrossOriginWritesAreRefused(t *testing.T) {
	a := newApp(t)
	for name, tt := range map[string]struct {
		header []string
		want   int
	}{
		"a foreign origin":           {[]string{"Origin", "https://evil.example"}, 403},
		"no origin at all":           {[]string{"Origin", "null"}, 403},
		"fetched across sites":       {[]string{"Sec-Fetch-Site", "cross-site"}, 403},
		"fetched from a sister site": {[]string{"Sec-Fetch-Site", "same-site"}, 403},
		"one that lies about it":     {[]string{"Sec-Fetch-Site", "same-origin", "Origin", "https://evil.example"}, 403},
		"our own page":               {[]string{"Sec-Fetch-Site", "same-origin", "Origin", "http://pest.example"}, 200},
		"our own page, old browser":  {[]string{"Origin", "http://pest.example"}, 200},
		"another port":               {[]string{"Origin", "http://pest.example:8080"}, 403},
		"another scheme":             {[]string{"Origin", "https://pest.example"}, 403},
		"an origin of our host only": {[]string{"Origin", "//pest.example"}, 403},
		"no browser":                 {nil, 200},
	} {
		t.Run(name, func(t *testing.T) {
			res := a.call(t, admin, post, "/api/admin/business-hours", fields{"day": "monday", "isClosed": true}, tt.header...)
			res.wants(t, tt.want)
			if res.Header.Get("Access-Control-Allow-Origin") != "" {
				t.Error("another site may read the answer")
			}
		})
	}
}

func TestOriginsAreComparedWhole(t *testing.T) {
	a := newAPI(Config{BaseURL: &url.URL{Scheme: "https", Host: "www.pest.example"}})
	for _, tt := range []struct {
		origin, host string
		ours         bool
	}{
		{"https://www.pest.example", "www.pest.example", true},
		{"https://www.pest.example", "127.0.0.1:8080", true}, // a proxy changed the host
		{"https://pest.example", "pest.example", true},       // another name of the site
		{"https://WWW.pest.example:443", "www.pest.example", true},
		{"http://www.pest.example", "www.pest.example", false},
		{"http://www.pest.example:443", "www.pest.example", false},
		{"https://www.pest.example:8443", "www.pest.example", false},
		{"https://pest.example", "www.pest.example", false},
		{"https://www.pest.example.evil.example", "www.pest.example", false},
		{"null", "www.pest.example", false},
		{"https://[::1", "www.pest.example", false},
		{"https://somebody@www.pest.example", "www.pest.example", false},
		{"https://www.pest.example/admin", "www.pest.example", false},
	} {
		r := httptest.NewRequestWithContext(t.Context(), post, "/api/auth/login", nil)
		r.Host = tt.host
		r.Header.Set("Origin", tt.origin)
		if got := !a.isCrossOrigin(r); got != tt.ours {
			t.Errorf("%s sent to %s: ours %v, want %v", tt.origin, tt.host, got, tt.ours)
		}
	}
}

func TestWrongMethodGets405WithAllow(t *testing.T) {
	a := newApp(t)
	for path, want := range map[string]string{
		"/api/content":      "GET, HEAD",
		"/api/auth/login":   "POST",
		"/api/services/abc": "GET, HEAD",
	} {
		for _, method := range []string{http.MethodPut, http.MethodPatch, http.MethodOptions, "BREW"} {
			res := a.call(t, nobody, method, path, nil).wants(t, http.StatusMethodNotAllowed)
			if got := res.Header.Get("Allow"); got != want {
				t.Errorf("%s %s: Allow %q, want %q", method, path, got, want)
			}
		}
	}
	if res := a.call(t, nobody, http.MethodHead, "/api/content", nil); res.StatusCode != 200 {
		t.Errorf("HEAD: %d", res.StatusCode)
	}
	a.call(t, nobody, get, "/api/auth/logout", nil).wants(t, http.StatusMethodNotAllowed)
}

// fields is a JSON body.
type fields map[string]any

// with returns the body with one field changed.
func (f fields) with(name string, value any) fields {
	changed := fields{name: value}
	for k, v := range f {
		if k != name {
			changed[k] = v
		}
	}
	return changed
}

// without returns the body without one field.
func (f fields) without(name string) fields {
	changed := f.with(name, nil)
	delete(changed, name)
	return changed
}

func contentBody(key string) fields {
	return fields{"key": key, "section": "home", "type": "text", "value": "Welcome"}
}

func serviceBody(slug string) fields {
	return fields{
		"name": "Termites", "slug": slug, "shortDescription": "Short", "fullDescription": "<p>Full</p>",
		"imageUrl": "/art/termite.svg", "features": []string{"A", "B"}, "featuredOnHome": true, "template": "<b>{name}</b>",
	}
}

func postBody(slug string) fields {
	return fields{"title": "Termites", "slug": slug, "excerpt": "Short", "content": "Long", "imageUrl": ""}
}
