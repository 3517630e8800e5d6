package server

import (
	"context"
	"net/http"
	"net/http/httptest"
	"testing"

	"perimeter/internal/errs"
)

func TestARefusedStreamClosesItsConnection(t *testing.T) {
	a := newAPI(newApp(t).Config)
	for err, want := range map[error]string{
		errs.Errorf(errs.TooMany, "too many"):      "close",
		errs.Errorf(errs.NotFound, "no chat here"): "",
	} {
		w := httptest.NewRecorder()
		refuse := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			a.stream(w, r, func(context.Context, *eventStream) error { return err })
		})
		a.addRequestInfo(refuse).ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), get, "/api/chat/events", nil))
		if got := w.Header().Get("Connection"); w.Code < 400 || got != want {
			t.Errorf("%v: %d, Connection %q, want %q", err, w.Code, got, want)
		}
	}
}
