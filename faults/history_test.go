package main

import (
	"slices"
	"testing"

	"github.com/anishathalye/porcupine"
)

// done is an operation between two times.
func done(call, end int64, op operation, got reply) porcupine.Operation {
	return porcupine.Operation{Input: op, Call: call, Output: got, Return: end}
}

// TestCheckerTellsRightHistoriesFromWrongOnes: a checker that finds nothing wrong in a
// wrong history would be worth nothing.
func TestCheckerTellsRightHistoriesFromWrongOnes(t *testing.T) {
	save := func(text string) operation { return operation{name: "save", text: text} }
	read := operation{name: "read"}
	ok := func(version int64) reply { return reply{status: 200, version: version} }
	saw := func(text string) reply { return reply{status: 200, text: text} }
	undo := func(version int64) operation { return operation{name: "undo", version: version} }
	restore := func(version int64) operation { return operation{name: "restore", version: version} }
	remove := operation{name: "delete"}
	for name, tt := range map[string]struct {
		history []porcupine.Operation
		want    porcupine.CheckResult
	}{
		"a read after a save":        {[]porcupine.Operation{done(1, 2, save("1"), ok(2)), done(3, 4, read, saw("1"))}, porcupine.Ok},
		"a stale read":               {[]porcupine.Operation{done(1, 2, save("1"), ok(2)), done(3, 4, read, saw("0"))}, porcupine.Illegal},
		"a read beside a save":       {[]porcupine.Operation{done(1, 4, save("1"), ok(2)), done(2, 3, read, saw("0"))}, porcupine.Ok},
		"reads that go back in time": {[]porcupine.Operation{done(1, 9, save("1"), ok(2)), done(2, 3, read, saw("1")), done(4, 5, read, saw("0"))}, porcupine.Illegal},
		"a lost save":                {[]porcupine.Operation{done(1, 2, save("1"), ok(2)), done(3, 4, save("2"), ok(3)), done(5, 6, read, saw("1"))}, porcupine.Illegal},
		"an unanswered save, seen":   {[]porcupine.Operation{done(1, afterAll, save("1"), reply{unanswered: true}), done(3, 4, read, saw("1"))}, porcupine.Ok},
		"an unanswered save, unseen": {[]porcupine.Operation{done(1, afterAll, save("1"), reply{unanswered: true}), done(3, 4, read, saw("0"))}, porcupine.Ok},
		"an unanswered save that goes": {[]porcupine.Operation{
			done(1, afterAll, save("1"), reply{unanswered: true}), done(3, 4, read, saw("1")), done(5, 6, read, saw("0")),
		}, porcupine.Illegal},
		"a deleted record":            {[]porcupine.Operation{done(1, 2, remove, ok(2)), done(3, 4, read, saw(gone)), done(5, 6, save("1"), reply{status: 404})}, porcupine.Ok},
		"a deleted record that stays": {[]porcupine.Operation{done(1, 2, remove, ok(2)), done(3, 4, read, saw("0"))}, porcupine.Illegal},
		"two deletions":               {[]porcupine.Operation{done(1, 2, remove, ok(2)), done(3, 4, remove, ok(3))}, porcupine.Illegal},
		"an undo":                     {[]porcupine.Operation{done(1, 2, save("1"), ok(2)), done(3, 4, undo(2), ok(3)), done(5, 6, read, saw("0"))}, porcupine.Ok},
		"an undo of an older change":  {[]porcupine.Operation{done(1, 2, save("1"), ok(2)), done(3, 4, save("2"), ok(3)), done(5, 6, undo(2), ok(4))}, porcupine.Illegal},
		"an undo of a deletion":       {[]porcupine.Operation{done(1, 2, remove, ok(2)), done(3, 4, undo(2), ok(3)), done(5, 6, read, saw("0"))}, porcupine.Ok},
		"an undo of the creation":     {[]porcupine.Operation{done(1, 2, undo(1), ok(2)), done(3, 4, read, saw(gone))}, porcupine.Ok},
		"a restored version":          {[]porcupine.Operation{done(1, 2, save("1"), ok(2)), done(3, 4, restore(1), ok(3)), done(5, 6, read, saw("0"))}, porcupine.Ok},
		"a restore without effect":    {[]porcupine.Operation{done(1, 2, save("1"), ok(2)), done(3, 4, restore(1), ok(3)), done(5, 6, read, saw("1"))}, porcupine.Illegal},
	} {
		t.Run(name, func(t *testing.T) {
			h := &history{model: recordModel(stored{id: 1, text: "0"}), done: tt.history}
			if got := h.check(); got != tt.want {
				t.Errorf("the checker says %s, want %s", got, tt.want)
			}
		})
	}
}

func TestCheckerOfOrders(t *testing.T) {
	order := func(text string) operation { return operation{name: "order", text: text} }
	h := &history{model: orderModel("1 2"), done: []porcupine.Operation{
		done(1, 2, order("2 1"), reply{status: 200}), done(3, 4, operation{name: "read"}, reply{text: "2 1"}),
	}}
	if got := h.check(); got != porcupine.Ok {
		t.Errorf("the checker says %s of a right history", got)
	}
	h.done = append(h.done, done(5, 6, operation{name: "read"}, reply{text: "1 2"}))
	if got := h.check(); got != porcupine.Illegal {
		t.Errorf("the checker says %s of a stale read", got)
	}
}

// TestUnansweredOrderMayHappenInTheNextRound: a replica that was paused carries it out
// when it goes on.
func TestUnansweredOrderMayHappenInTheNextRound(t *testing.T) {
	order := operation{name: "order", text: "2 1"}
	earlier := &history{done: []porcupine.Operation{
		done(1, 2, operation{name: "read"}, reply{text: "1 2"}), done(3, afterAll, order, reply{unanswered: true}),
	}}
	seen := []porcupine.Operation{
		done(1, 2, operation{name: "read"}, reply{text: "1 2"}), done(3, 4, operation{name: "read"}, reply{text: "2 1"}),
	}
	h := &history{model: orderModel("1 2"), done: seen}
	if got := h.check(); got != porcupine.Illegal {
		t.Errorf("the checker says %s of an order that nobody asked for", got)
	}
	late := earlier.late()
	h.done = slices.Concat(late, seen)
	if got := h.check(); got != porcupine.Ok {
		t.Errorf("the checker says %s of an order that came late", got)
	}
	if again := h.late(); len(late) != 1 || len(again) != 0 {
		t.Errorf("%d and %d orders are late, want one for one round", len(late), len(again))
	}
}
