package server

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestHoursAreSavedByDayAndListedByWeekday(t *testing.T) {
	a := newApp(t)
	for _, body := range []fields{
		{"day": "sunday", "isClosed": true, "openTime": "", "closeTime": ""},
		{"day": "monday", "openTime": "9:00 AM", "closeTime": "5:00 PM", "isClosed": false},
		{"day": "monday", "openTime": "8:00 AM", "closeTime": "5:00 PM", "isClosed": false},
	} {
		if res := a.call(t, admin, post, "/api/admin/business-hours", body).wants(t, 200); res.Message != "Business hours updated" {
			t.Errorf("message %q", res.Message)
		}
	}
	want := []map[string]any{
		{"day": "monday", "openTime": "8:00 AM", "closeTime": "5:00 PM", "isClosed": false},
		{"day": "sunday", "openTime": "", "closeTime": "", "isClosed": true},
	}
	for _, path := range []string{"/api/business-hours", "/api/admin/business-hours"} {
		if strings.Contains(path, "admin") {
			for _, day := range want {
				day["updatedAt"] = "2026-03-02T12:00:00Z"
			}
		}
		if diff := cmp.Diff(want, data[[]map[string]any](t, a.call(t, admin, get, path, nil).wants(t, 200))); diff != "" {
			t.Errorf("%s (-want +got):\n%s", path, diff)
		}
	}
	for _, body := range []fields{{}, {"day": "Monday", "isClosed": true}, {"day": "tuesday"}, {"day": "tuesday", "openTime": "9"}, {"day": "monday", "openTime": "9"}} {
		a.call(t, admin, post, "/api/admin/business-hours", body).wants(t, 400)
	}
}
