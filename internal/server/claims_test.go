package server

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"perimeter/internal/site"
)

func TestSavesNameRestrictedWording(t *testing.T) {
	a := newApp(t)
	for name, save := range map[string]struct {
		path string
		body any
	}{
		"content": {"/api/admin/content", contentBody("hero_title").with("value", "A harmless spray")},
		"service": {"/api/admin/service", serviceBody("ants").with("features", []string{"A harmless spray"})},
		"post":    {"/api/admin/blog-posts", postBody("ants").with("excerpt", "A harmless spray")},
		"replies": {"/api/admin/chat/replies", fields{"replies": []string{"Hello", "It is harmless."}}},
	} {
		res := a.call(t, admin, post, save.path, save.body).wants(t, 200)
		if !strings.Contains(res.Message, ". Please check the wording. “harmless”: Texas rule") {
			t.Errorf("%s: the message is %q", name, res.Message)
		}
	}
	res := a.call(t, admin, post, "/api/admin/content", contentBody("k").with("type", "html").
		with("value", "<script>x</script><p>Safe, safer, organic, EPA approved and harmless</p>")).wants(t, 200)
	if !strings.HasPrefix(res.Message, "Content created. Please check the wording. “Safe”: ") ||
		!strings.HasSuffix(res.Message, " And 2 more. Removed for safety: <script>.") {
		t.Errorf("the message is %q", res.Message)
	}
	var fields struct{ Claims, Removed []string }
	if err := json.Unmarshal([]byte(res.text), &fields); err != nil {
		t.Fatal(err)
	}
	if len(fields.Claims) != 4 || !strings.HasPrefix(fields.Claims[0], "“Safe”: ") || fields.Claims[3] != "And 2 more." ||
		!slices.Equal(fields.Removed, []string{"<script>"}) {
		t.Errorf("the fields are %+v", fields)
	}
	res = a.call(t, admin, post, "/api/admin/blog-posts", postBody("wasps")).wants(t, 200)
	if res.Message != "Blog post created successfully" {
		t.Errorf("without restricted wording the message is %q", res.Message)
	}
}

func TestClaimReportListsFindings(t *testing.T) {
	a := newApp(t)
	a.call(t, nobody, get, "/api/admin/claims", nil).wants(t, 401)
	a.call(t, staff, get, "/api/admin/claims", nil).wants(t, 403)
	a.call(t, admin, post, "/api/admin/blog-posts", postBody("ants").with("content", "It is harmless."))
	report := data[site.ClaimReport](t, a.call(t, admin, get, "/api/admin/claims", nil).wants(t, 200))
	if report.Pages != 8 || report.Total != 1 || report.Findings[0].Phrase != "harmless" || report.Findings[0].Kind != "post" {
		t.Errorf("the report is %+v", report)
	}
}
