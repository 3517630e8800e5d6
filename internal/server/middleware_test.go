package server

import (
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestEveryCallIsObservedByItsRoute(t *testing.T) {
	var seen []string
	a := newApp(t, func(_ *app, cfg *Config) {
		cfg.Observe = func(route string, status int, took time.Duration) {
			if took <= 0 {
				t.Errorf("%s took %s", route, took)
			}
			seen = append(seen, fmt.Sprint(route, " ", status))
		}
	})
	a.call(t, nobody, get, "/api/services/termites", nil)
	a.call(t, nobody, get, "/api/services/rodents", nil)
	a.call(t, nobody, get, "/api/nothing", nil)
	a.call(t, nobody, post, "/api/admin/content", contentBody("k"))
	a.call(t, admin, post, "/api/admin/content", contentBody("k"))
	a.call(t, nobody, get, "/about", nil)
	want := []string{
		"GET /api/services/{ref} 404",
		"GET /api/services/{ref} 404",
		"none 404",
		"POST /api/admin/content 401",
		"POST /api/admin/content 200",
	}
	if diff := cmp.Diff(want, seen); diff != "" {
		t.Errorf("observed (-want +got):\n%s", diff)
	}
}
