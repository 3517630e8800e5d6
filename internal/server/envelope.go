package server

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"perimeter/internal/claims"
	"perimeter/internal/record"
	"perimeter/internal/safehtml"
)

// envelope is the body of every successful response with data.
type envelope[T any] struct {
	Success bool   `json:"success"`
	Message string `json:"message,omitempty" doc:"A sentence for people"`
	Data    T      `json:"data"`
	// Versions are the versions that the request has stored.
	Versions []int64 `json:"versions,omitempty" doc:"The versions that the request has stored, to undo it"`
	// Claims and Removed are in the message too, for people.
	Claims  []string `json:"claims,omitempty" doc:"Wordings that advertising rules restrict, each with the reason"`
	Removed []string `json:"removed,omitempty" doc:"What was removed from the HTML for safety"`
}

type output[T any] struct{ Body envelope[T] }

// noInput is the input of a route that takes none.
type noInput struct{}

// respond returns the data, or the error.
func respond[T any](data T, err error) (*output[T], error) {
	if err != nil {
		return nil, err
	}
	return &output[T]{envelope[T]{Success: true, Data: data}}, nil
}

// messageEnvelope is the body of a success without data.
type messageEnvelope struct {
	Success bool   `json:"success"`
	Message string `json:"message" doc:"A sentence for people"`
}

type messageOutput struct{ Body messageEnvelope }

func respondMessage(message string) (*messageOutput, error) {
	return &messageOutput{messageEnvelope{Success: true, Message: message}}, nil
}

// respondSaved returns the result of a change with a message for people, and the
// versions that the back office offers to undo.
func respondSaved[T any](saved record.Saved[T], message string) (*output[T], error) {
	return &output[T]{envelope[T]{Success: true, Message: message, Data: saved.Record, Versions: saved.Versions}}, nil
}

// respondChanged is respondSaved for what has no versions.
func respondChanged[T any](data T, message string) (*output[T], error) {
	return respondSaved(record.Saved[T]{Record: data}, message)
}

// savedMessage says whether a record was created or updated.
func savedMessage(noun string, id *int64) string {
	if id == nil {
		return noun + " created"
	}
	return noun + " updated"
}

// The limits that keep the message about removed HTML readable.
const (
	maxRemovedNames = 8
	maxRemovedName  = 40
)

// maxClaimNotes keeps the message about claims readable.
const maxClaimNotes = 3

// respondChecked is respondSaved for a record whose texts were searched for
// restricted wording and whose HTML was cleaned.
func respondChecked[T any](saved record.Saved[T], message string, found []claims.Claim) (*output[T], error) {
	wordings, names := claimNotes(found), removedNames(saved.Removed)
	if len(wordings) > 0 {
		message += ". Please check the wording. " + strings.Join(wordings, " ")
	}
	if len(names) > 0 {
		message = strings.TrimSuffix(message, ".") + ". Removed for safety: " + strings.Join(names, ", ") + "."
	}
	out, err := respondSaved(saved, message)
	out.Body.Claims, out.Body.Removed = wordings, names
	return out, err
}

// claimNotes returns the wordings that advertising rules restrict, if any.
func claimNotes(found []claims.Claim) []string {
	var notes []string
	for i, claim := range found {
		if i == maxClaimNotes {
			return append(notes, fmt.Sprintf("And %d more.", len(found)-i))
		}
		notes = append(notes, fmt.Sprintf("“%s”: %s", claim.Phrase, claim.Reason))
	}
	return notes
}

// removedNames returns what was removed from HTML, if anything.
func removedNames(removed safehtml.Removed) []string {
	var names []string
	for i, name := range removed {
		if i == maxRemovedNames {
			return append(names, "and more")
		}
		if utf8.RuneCountInString(name) > maxRemovedName {
			name = string([]rune(name)[:maxRemovedName]) + "…"
		}
		names = append(names, name)
	}
	return names
}
