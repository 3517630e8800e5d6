package server

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/netip"
	"time"

	"perimeter/internal/chat"
	"perimeter/internal/errs"
	"perimeter/internal/limit"
)

// bodyBudgets bound the memory that request bodies take. They are separate, so that
// no visitor can keep the staff from saving, nor by sending photos others from
// writing. Together they are 64 MB.
type bodyBudgets struct {
	visitors *limit.Budget // of calls that anybody may make
	photos   *limit.Budget // of photos that visitors send
	users    *limit.Budget // of calls for which somebody is signed in, and of uploads
}

var (
	visitorBodies = limit.Quota{Total: 8 << 20, Network: 1 << 20}
	visitorPhotos = limit.Quota{Total: 4 * chat.MaxPhotoUpload, Network: 2 * chat.MaxPhotoUpload}
	userBodies    = limit.Quota{Total: 44 << 20}
)

func newBodyBudgets() bodyBudgets {
	busy := errs.Errorf(errs.Unavailable, "The server is receiving too much at once. Please try again in a moment.")
	return bodyBudgets{limit.NewBudget(visitorBodies, busy), limit.NewBudget(visitorPhotos, busy), limit.NewBudget(userBodies, busy)}
}

// bodyStep is how many bytes are counted at a time. A client that sends less than
// this in a while has stalled, even if it sends a byte now and then.
const bodyStep = 16 << 10

// incomingBody is a request body that is counted against a budget as it arrives. An
// announced length counts nothing. When others need the room and this client has
// stalled, reading ends.
type incomingBody struct {
	body    io.Reader
	share   *limit.Share
	stop    func() bool // does not end reading any more
	begun   bool        // a byte has been asked for
	counted int64       // of the share, bytes that have not arrived yet
	left    int64       // announced and not arrived; negative if unknown
	refused error       // why reading ended, if it is not the client's fault
}

// newIncomingBody returns the body of a request, of at most limit bytes. The budget
// of visitors also counts their networks. The caller closes it when the memory of
// what was read is free again.
func (a *api) newIncomingBody(w http.ResponseWriter, r *http.Request, budget *limit.Budget, most int64) *incomingBody {
	var networks []netip.Prefix
	if budget != a.bodies.users {
		networks = limit.Networks(requestInfoOf(r.Context()).clientIP)
	}
	share, receiving := budget.Open(r.Context(), networks)
	return &incomingBody{
		body: http.MaxBytesReader(w, r.Body, most), share: share, left: r.ContentLength,
		// Not every connection has deadlines; those that have none are not from the network.
		stop: context.AfterFunc(receiving, func() { _ = http.NewResponseController(w).SetReadDeadline(time.Now()) }),
	}
}

func (b *incomingBody) Read(p []byte) (int, error) {
	b.begun = true
	n, err := b.body.Read(p)
	if counting := b.count(int64(n)); counting != nil {
		b.refused = counting
		return n, counting
	}
	if err != nil {
		// Whoever gave way reads a timeout, or the end just before it.
		gaveWay := b.share.Arrived()
		if !b.stop() {
			b.refused = gaveWay
		}
		if b.refused != nil {
			return n, b.refused
		}
	}
	return n, err
}

// count counts n bytes that have arrived, in steps.
func (b *incomingBody) count(n int64) error {
	b.counted -= n
	if b.left >= 0 {
		b.left -= n
	}
	if b.counted >= 0 {
		return nil
	}
	step := max(bodyStep, -b.counted)
	if b.left >= 0 {
		step = min(step, b.left-b.counted)
	}
	b.counted += step
	return b.share.Grow(step)
}

// readAll reads the whole body. The errors are those of the budget, the one for a
// body that is too large, or the one for a body that does not arrive.
func (b *incomingBody) readAll(tooLarge error, incomplete string) ([]byte, error) {
	body, err := io.ReadAll(b)
	var above *http.MaxBytesError
	switch {
	case b.refused != nil:
		return nil, b.refused
	case errors.As(err, &above):
		return nil, tooLarge
	case err != nil:
		return nil, &errs.Error{Kind: errs.Invalid, Message: incomplete, Err: err}
	}
	return body, nil
}

// Close frees what the body has taken of the budget.
func (b *incomingBody) Close() error {
	b.stop()
	b.share.Close()
	return nil
}
