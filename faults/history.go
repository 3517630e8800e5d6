package main

import (
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/anishathalye/porcupine"
)

// operation is what a client has asked of a record or of the order of the services.
type operation struct {
	name    string // save, delete, undo, restore, order or read
	text    string // what is saved, or the new order
	version int64  // the one that is undone or restored
}

// reply is what the client has got.
type reply struct {
	unanswered bool // nobody knows whether it happened
	status     int
	text       string // what was read; gone if there was nothing
	version    int64  // the one that was stored
}

// gone is what a read of a deleted record returns.
const gone = "-"

// history is what clients have done to one record, and what they know of it.
type history struct {
	id    int64
	slug  string
	model porcupine.Model
	began time.Time

	mu       sync.Mutex
	done     []porcupine.Operation
	versions []int64 // that were answered
}

// beforeAll is the start of an operation of the history before, afterAll the end of one
// without an answer.
const (
	beforeAll = int64(-1)
	afterAll  = int64(1) << 62
)

// record does an operation and notes it, unless it certainly did not happen.
func (h *history) record(client int, op operation, do func() (got reply, sent bool)) {
	call := time.Since(h.began).Nanoseconds()
	got, sent := do()
	end := time.Since(h.began).Nanoseconds()
	if !sent || (op.name == "read" && got.unanswered) {
		return
	}
	if got.unanswered {
		end = afterAll
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	h.done = append(h.done, porcupine.Operation{ClientId: client, Input: op, Call: call, Output: got, Return: end})
	if got.version != 0 {
		h.versions = append(h.versions, got.version)
	}
}

// late returns the operations without an answer, which may still happen in the history
// that follows. A replica is not paused for longer than that one takes.
func (h *history) late() []porcupine.Operation {
	var late []porcupine.Operation
	for _, o := range h.done {
		if o.Output.(reply).unanswered && o.Call != beforeAll {
			o.Call = beforeAll
			late = append(late, o)
		}
	}
	return late
}

// anyVersion returns the version that choose picks of those that are known.
func (h *history) anyVersion(choose func(n int) int) int64 {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.versions[choose(len(h.versions))]
}

// checkLimit is how long the check of one history may take.
const checkLimit = 10 * time.Second

// check says whether there is an order of the operations that explains all replies.
func (h *history) check() porcupine.CheckResult {
	return porcupine.CheckOperationsTimeout(h.model, h.done, checkLimit)
}

func (h *history) String() string {
	lines := []string{h.slug}
	slices.SortFunc(h.done, func(a, b porcupine.Operation) int { return int(a.Call - b.Call) })
	for _, o := range h.done {
		lines = append(lines, fmt.Sprintf("%d–%d ms client %d: %+v %+v", o.Call/1e6, o.Return/1e6, o.ClientId, o.Input, o.Output))
	}
	return strings.Join(lines, "\n")
}

// orderModel is a register: whoever reads sees what was written last.
func orderModel(first string) porcupine.Model {
	return porcupine.Model{
		Init: func() any { return first },
		Step: func(state, input, output any) (bool, any) {
			op, got := input.(operation), output.(reply)
			if op.name == "read" {
				return got.text == state, state
			}
			return got.unanswered || got.status == http.StatusOK, op.text
		},
	}
}

// stored is a version of a record in recordModel.
type stored struct {
	id      int64 // 0 if nobody was told
	text    string
	deleted bool
}

// versionsOf reads a state of recordModel. States are texts, so that they can be
// compared.
func versionsOf(state any) []stored {
	var versions []stored
	for _, field := range strings.Fields(state.(string)) {
		parts := strings.Split(field, "/")
		id, _ := strconv.ParseInt(parts[0], 10, 64) // with wrote it
		versions = append(versions, stored{id, parts[1], parts[2] == "true"})
	}
	return versions
}

func with(state any, v stored) string {
	return fmt.Sprintf("%v %d/%s/%t", state, v.id, v.text, v.deleted)
}

// recordModel is a record with its versions, the first of which is known.
func recordModel(first stored) porcupine.Model {
	return porcupine.Model{
		Init: func() any { return with("", first) },
		Step: func(state, input, output any) (bool, any) { return step(state, input.(operation), output.(reply)) },
	}
}

// step says whether the reply is right at a state, and returns the next one.
func step(state any, op operation, got reply) (bool, any) {
	next, possible := apply(versionsOf(state), op)
	switch {
	case op.name == "read":
		return next.text == got.text, state
	case got.unanswered && possible:
		return true, with(state, next)
	case got.unanswered:
		return true, state
	case got.status == http.StatusOK && possible:
		next.id = got.version
		return true, with(state, next)
	case got.status == http.StatusOK:
		return false, state
	case op.name == "restore": // somebody was faster
		return got.status == http.StatusConflict, state
	}
	return !possible, state
}

// apply returns the version that an operation stores, or what a read returns, and
// whether it can be done.
func apply(versions []stored, op operation) (next stored, possible bool) {
	newest := versions[len(versions)-1]
	switch op.name {
	case "save":
		return stored{text: op.text}, !newest.deleted
	case "delete":
		return stored{text: newest.text, deleted: true}, !newest.deleted
	case "restore":
		i := slices.IndexFunc(versions, func(v stored) bool { return v.id == op.version })
		if i < 0 {
			return stored{}, false
		}
		return stored{text: versions[i].text}, true
	case "undo":
		return undone(versions), newest.id == op.version
	}
	if newest.deleted {
		return stored{text: gone}, true
	}
	return newest, true
}

// undone returns what takes the newest change back.
func undone(versions []stored) stored {
	newest := versions[len(versions)-1]
	switch {
	case newest.deleted:
		return stored{text: newest.text}
	case len(versions) == 1 || versions[len(versions)-2].deleted: // it was created, or came back
		return stored{text: newest.text, deleted: true}
	}
	return stored{text: versions[len(versions)-2].text}
}
