package server

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"perimeter/internal/chat"
	"perimeter/internal/errs"
)

// The routes of server-sent events. A browser resumes a stream with the ID of the
// last event that it received.
const (
	visitorEventsRoute = "GET /api/chat/events"
	staffEventsRoute   = "GET /api/admin/chat/events"
)

func isStream(path string) bool {
	return strings.HasSuffix(visitorEventsRoute, " "+path) || strings.HasSuffix(staffEventsRoute, " "+path)
}

const eventStreamType = "text/event-stream"

// eventTimeout is how long writing one event may take.
const eventTimeout = 15 * time.Second

// eventStream is a stream of events. Nothing is sent before the first event, so
// that until then the request can fail like any other.
type eventStream struct {
	w       http.ResponseWriter
	started bool
}

// event is one event of a stream.
type event struct {
	name string
	id   int64
	data any
}

// send sends the events, or a comment if there are none, to keep the connection
// open.
func (s *eventStream) send(events ...event) error {
	control := http.NewResponseController(s.w)
	if !s.started {
		s.started = true
		// The server's timeouts are for responses that end.
		if err := control.SetReadDeadline(time.Time{}); err != nil {
			return fmt.Errorf("open a stream: %w", err)
		}
		s.w.Header().Set("Content-Type", eventStreamType)
		s.w.Header().Set("X-Accel-Buffering", "no") // otherwise nginx buffers the events
	}
	if err := control.SetWriteDeadline(time.Now().Add(eventTimeout)); err != nil {
		return fmt.Errorf("write to a stream: %w", err)
	}
	if len(events) == 0 {
		if _, err := fmt.Fprint(s.w, ":\n\n"); err != nil {
			return err
		}
	}
	for _, e := range events {
		data, err := json.Marshal(e.data) // contains no line break
		if err != nil {
			return fmt.Errorf("write to a stream: %w", err)
		}
		if e.id > 0 {
			fmt.Fprintf(s.w, "id: %d\n", e.id)
		}
		if _, err := fmt.Fprintf(s.w, "event: %s\ndata: %s\n\n", e.name, data); err != nil {
			return err
		}
	}
	return control.Flush()
}

// stream sends events until the client disconnects, the server stops or follow
// fails. Browsers reconnect by themselves.
func (a *api) stream(w http.ResponseWriter, r *http.Request, follow func(context.Context, *eventStream) error) {
	ctx, cancel := context.WithCancel(r.Context())
	defer cancel()
	if a.stopping != nil {
		go func() {
			select {
			case <-a.stopping:
				cancel()
			case <-ctx.Done():
			}
		}()
	}
	s := &eventStream{w: w}
	if r.Method == http.MethodHead {
		return // the client wants no body
	}
	err := follow(ctx, s)
	if s.started {
		// The end of the response is sent too, when the time for the last event may be over.
		_ = http.NewResponseController(w).SetWriteDeadline(time.Now().Add(eventTimeout))
	} else if err != nil {
		if errs.KindOf(err) == errs.TooMany {
			w.Header().Set("Connection", "close") // an idle connection costs as much as a stream
		}
		a.fail(w, r, err)
	}
}

// resumeFrom returns the ID of the last event that the client received, or 0.
func resumeFrom(r *http.Request) int64 {
	text := r.Header.Get("Last-Event-ID")
	if text == "" {
		text = r.URL.Query().Get("after")
	}
	id, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		return 0
	}
	return id
}

// streamToVisitor sends a visitor what happens in the conversation.
func (a *api) streamToVisitor(w http.ResponseWriter, r *http.Request) {
	v, known, err := a.visitor(r.Context())
	if err != nil {
		a.fail(w, r, err)
		return
	}
	if !known {
		// The cookie is set before the first message, so that a first message that
		// is sent twice belongs to the same visitor.
		cookie := a.cookies.chat.set(v.Token)
		http.SetCookie(w, &cookie)
	}
	a.stream(w, r, func(ctx context.Context, s *eventStream) error {
		return a.chat.FollowAsVisitor(ctx, v, resumeFrom(r), func(update chat.VisitorUpdate) error {
			var events []event
			if update.State != nil {
				events = append(events, event{name: "state", data: update.State})
			}
			for _, m := range update.Messages {
				events = append(events, event{name: "message", id: m.ID, data: m})
			}
			return s.send(events...)
		})
	})
}

// streamToStaff tells a window of the back office when the chat has changed.
func (a *api) streamToStaff(w http.ResponseWriter, r *http.Request) {
	known := resumeFrom(r)
	token := requestInfoOf(r.Context()).token
	follower := chat.StaffFollower{
		Check:   func(ctx context.Context) error { return a.accounts.CheckAdmin(ctx, token) },
		Person:  requestInfoOf(r.Context()).user.ID,
		Present: r.URL.Query().Get("present") == "true",
	}
	a.stream(w, r, func(ctx context.Context, s *eventStream) error {
		return a.chat.FollowAsStaff(ctx, follower, func(version int64, typed bool) error {
			if version == known && !typed {
				return s.send()
			}
			known = version
			return s.send(event{name: "changed", id: version, data: version})
		})
	})
}
