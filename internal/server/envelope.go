package server

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"perimeter/internal/claims"
	"perimeter/internal/safehtml"
)

// envelope is the body of every successful response with data.
type envelope[T any] struct {
	Success bool   `json:"success"`
	Message string `json:"message,omitempty" doc:"A sentence for people"`
	Data    T      `json:"data"`
	// Versions are the versions that the request has stored.
	Versions []int64 `json:"versions,omitempty" doc:"The versions that the request has stored, to undo it"`
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

// respondSaved returns the result of a change with a message for people.
func respondSaved[T any](data T, message string) (*output[T], error) {
	return &output[T]{envelope[T]{Success: true, Message: message, Data: data}}, nil
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

// withClaims adds to a message which wordings advertising rules restrict, if any.
// It stands before what was removed, which the front end takes from the end.
func withClaims(message string, found []claims.Claim) string {
	if len(found) == 0 {
		return message
	}
	notes := make([]string, 0, maxClaimNotes+1)
	for i, claim := range found {
		if i == maxClaimNotes {
			notes = append(notes, fmt.Sprintf("And %d more.", len(found)-i))
			break
		}
		notes = append(notes, fmt.Sprintf("“%s”: %s", claim.Phrase, claim.Reason))
	}
	return message + ". Please check the wording. " + strings.Join(notes, " ")
}

// withRemoved adds to a message what was removed from the HTML, if anything.
func withRemoved(message string, removed safehtml.Removed) string {
	if len(removed) == 0 {
		return message
	}
	names := make([]string, 0, maxRemovedNames+1)
	for i, name := range removed {
		if i == maxRemovedNames {
			names = append(names, "and more")
			break
		}
		if utf8.RuneCountInString(name) > maxRemovedName {
			name = string([]rune(name)[:maxRemovedName]) + "…"
		}
		names = append(names, name)
	}
	return strings.TrimSuffix(message, ".") + ". Removed for safety: " + strings.Join(names, ", ") + "."
}
