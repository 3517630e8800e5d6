package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/anishathalye/porcupine"

	"perimeter/internal/testkit/blackbox"
)

const (
	// recordsPerRound and operationsPerRecord keep a history short enough to check.
	recordsPerRound     = 10
	operationsPerRecord = 14
	historyClients      = 6
	// answerLimit is after what time a client counts a call as unanswered.
	answerLimit = 3 * time.Second
)

// histories lets clients save, delete, undo, restore, order and read through three
// replicas on one database, while connections are cut and replicas killed and paused.
// What each client saw of a record must be explained by changes one after the other.
func histories(ctx context.Context, s *setup, r *result) error {
	receiver, err := startReceiver(ctx)
	if err != nil {
		return err
	}
	defer receiver.close()
	c, stop, err := s.startCluster(ctx, "", "PERIMETER_CHAT_WEBHOOK="+receiver.url, "PERIMETER_CHAT_REMINDER=1h")
	defer stop()
	if err != nil {
		return err
	}
	calm := c.disturb(ctx)
	defer func() { _ = calm() }() // before stop
	talks := newConversations(c, receiver)
	var group sync.WaitGroup
	for i := range s.of(12, 1) {
		group.Go(func() { talks.hold(ctx, i) })
	}
	f := &findings{wrong: count("histories without an explanation")}
	wanted := cmp.Or(s.number, s.of(1000, 50))
	// Those that take too long to check prove nothing; the more calls a busy machine
	// leaves unanswered, the more there are.
	for round := 0; f.histories-f.unclear < wanted; round++ {
		if err := f.round(ctx, c, round); err != nil {
			return err
		}
	}
	group.Wait()
	if err := calm(); err != nil {
		return err
	}
	talks.check(ctx)
	r.note("cuts, pauses and kills", c.faults)
	r.atLeast("histories", f.histories-f.unclear, wanted)
	r.note("operations", f.operations)
	r.note("operations without an answer", f.unanswered)
	r.note("histories too long to check", f.unclear)
	r.none(f.wrong)
	talks.report(r)
	return nil
}

// staleProgram is a build in which the pages are not compared with the database: see
// internal/store/freshness.go.
const staleProgram = "bin/perimeter-stale"

// staleHistories expects that a broken build is found out: a checker that cannot fail
// proves nothing.
func staleHistories(ctx context.Context, s *setup, r *result) error {
	program, err := filepath.Abs(staleProgram)
	if err != nil {
		return err
	}
	if _, err := os.Stat(program); err != nil {
		return skipped("there is no " + staleProgram + ": make faults builds it")
	}
	c, stop, err := s.startCluster(ctx, program)
	defer stop()
	if err != nil {
		return err
	}
	f := &findings{wrong: count("histories without an explanation")}
	found := 0
	for round := 0; found == 0 && round < 50; round++ {
		if err := f.round(ctx, c, round); err != nil {
			return err
		}
		found, _ = f.wrong.read()
	}
	r.note("histories", f.histories)
	r.atLeast(f.wrong.what, found, 1)
	return nil
}

// findings is what the checks of histories have found.
type findings struct {
	wrong                                      *counter
	histories, operations, unanswered, unclear int
	late                                       []porcupine.Operation // orders of the last round that may still happen
}

// round lets clients work on new records and checks what they saw.
func (f *findings) round(ctx context.Context, c *cluster, round int) error {
	order, err := c.newOrder(ctx, f.late)
	if err != nil {
		return err
	}
	all := []*history{order}
	for i := range recordsPerRound {
		h, err := c.newRecord(ctx, fmt.Sprintf("record-%d-%d", round, i))
		if err != nil {
			return err
		}
		all = append(all, h)
	}
	var group sync.WaitGroup
	for client := range historyClients {
		group.Go(func() {
			for range recordsPerRound * operationsPerRecord / historyClients {
				if i := rand.IntN(len(all)); i == 0 {
					c.useOrder(ctx, client, order)
				} else {
					c.useRecord(ctx, client, all[i])
				}
			}
		})
	}
	group.Wait()
	for _, h := range all {
		f.judge(h)
	}
	f.late = order.late()
	return ctx.Err()
}

func (f *findings) judge(h *history) {
	f.histories++
	f.operations += len(h.done)
	for _, o := range h.done {
		if o.Output.(reply).unanswered {
			f.unanswered++
		}
	}
	switch h.check() {
	case porcupine.Illegal:
		fmt.Fprintf(os.Stderr, "A history without an explanation: %s\n", h)
		f.wrong.add("%s", h.slug)
	case porcupine.Unknown:
		f.unclear++
	case porcupine.Ok:
	}
}

// newRecord creates a post.
func (c *cluster) newRecord(ctx context.Context, slug string) (*history, error) {
	var id, version int64
	attempt := 0
	err := eventually(ctx, recoveryLimit, func() error {
		attempt++ // an earlier one may have happened without an answer
		body := map[string]any{
			"title": "A post", "slug": fmt.Sprintf("%s-%d", slug, attempt), "excerpt": "About it", "content": "This is version 0 of it.",
		}
		var saved struct {
			Data     struct{ ID int64 }
			Versions []int64
		}
		if err := c.call(ctx, c.any(), http.MethodPost, "api/admin/blog-posts", body, &saved); err != nil {
			return err
		}
		id, version = saved.Data.ID, saved.Versions[0]
		return nil
	})
	return &history{
		id: id, slug: fmt.Sprintf("%s-%d", slug, attempt), began: time.Now(), versions: []int64{version},
		model: recordModel(stored{id: version, text: "0"}),
	}, err
}

// newOrder begins a history of the order of the services, which every round shares.
func (c *cluster) newOrder(ctx context.Context, late []porcupine.Operation) (*history, error) {
	var first string
	err := eventually(ctx, recoveryLimit, func() (err error) {
		first, err = c.readOrder(ctx, c.any())
		return err
	})
	return &history{slug: "the order", began: time.Now(), model: orderModel(first), done: late}, err
}

func (c *cluster) call(ctx context.Context, office *blackbox.Client, method, path string, body, result any) error {
	ctx, cancel := context.WithTimeout(ctx, answerLimit)
	defer cancel()
	return office.Call(ctx, method, path, body, result)
}

// change sends a change and returns the reply. A refused connection means that nothing
// was sent.
func (c *cluster) change(ctx context.Context, method, path string, body any) (got reply, sent bool) {
	var answer struct{ Versions []int64 }
	err := c.call(ctx, c.any(), method, path, body, &answer)
	switch status := refusal(err); {
	case errors.Is(err, syscall.ECONNREFUSED):
		return reply{}, false
	case err == nil:
		return reply{status: http.StatusOK, version: answer.Versions[len(answer.Versions)-1]}, true
	case status == http.StatusNotFound || status == http.StatusConflict:
		return reply{status: status}, true
	}
	return reply{unanswered: true}, true
}

var written atomic.Int64

// useRecord does something to a record, or reads it.
func (c *cluster) useRecord(ctx context.Context, client int, h *history) {
	op := operation{name: "read"}
	var do func() (reply, bool)
	switch kind := rand.IntN(20); {
	case kind < 5:
		do = func() (reply, bool) { return c.readPost(ctx, h, "blog/"+h.slug) }
	case kind < 10:
		do = func() (reply, bool) { return c.readPost(ctx, h, "api/blog-posts?slug="+h.slug) }
	case kind < 15:
		op = operation{name: "save", text: strconv.FormatInt(written.Add(1), 10)}
		body := map[string]any{"id": h.id, "content": "This is version " + op.text + " of it."}
		do = func() (reply, bool) { return c.change(ctx, http.MethodPost, "api/admin/blog-posts", body) }
	case kind < 16:
		op.name = "delete"
		do = func() (reply, bool) {
			return c.change(ctx, http.MethodDelete, fmt.Sprintf("api/admin/blog-posts/%d", h.id), nil)
		}
	default:
		op = operation{name: "undo", version: h.anyVersion(func(n int) int { return n - 1 })}
		if kind < 18 {
			op = operation{name: "restore", version: h.anyVersion(rand.IntN)}
		}
		path := fmt.Sprintf("api/admin/history/%d/%s", op.version, op.name)
		do = func() (reply, bool) { return c.change(ctx, http.MethodPost, path, nil) }
	}
	h.record(client, op, do)
}

// readPost reads the text of a post from its page or the API.
func (c *cluster) readPost(ctx context.Context, h *history, path string) (got reply, sent bool) {
	ctx, cancel := context.WithTimeout(ctx, answerLimit)
	defer cancel()
	status, body, err := get(ctx, c.any().Home+path)
	version := versionIn(string(body))
	switch {
	case err != nil || status >= http.StatusInternalServerError:
		return reply{unanswered: true}, true
	case version >= 0:
		return reply{status: status, text: strconv.Itoa(version)}, true
	}
	return reply{status: status, text: gone}, true
}

// useOrder puts the services into another order, or reads it.
func (c *cluster) useOrder(ctx context.Context, client int, h *history) {
	if rand.IntN(3) > 0 {
		h.record(client, operation{name: "read"}, func() (reply, bool) {
			text, err := c.readOrder(ctx, c.any())
			return reply{unanswered: err != nil, text: text}, true
		})
		return
	}
	text, err := c.readOrder(ctx, c.any())
	if err != nil {
		return
	}
	ids := strings.Fields(text)
	rand.Shuffle(len(ids), func(i, j int) { ids[i], ids[j] = ids[j], ids[i] })
	body := map[string]any{"ids": json.RawMessage("[" + strings.Join(ids, ",") + "]")}
	h.record(client, operation{name: "order", text: strings.Join(ids, " ")}, func() (reply, bool) {
		return c.change(ctx, http.MethodPost, "api/admin/services/order", body)
	})
}

// readOrder returns the IDs of the services in their order.
func (c *cluster) readOrder(ctx context.Context, office *blackbox.Client) (string, error) {
	var list struct{ Data []struct{ ID int64 } }
	err := c.call(ctx, office, http.MethodGet, "api/services", nil, &list)
	var ids []string
	for _, service := range list.Data {
		ids = append(ids, strconv.FormatInt(service.ID, 10))
	}
	return strings.Join(ids, " "), err
}
