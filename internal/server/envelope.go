package server

import (
	"strings"
	"unicode/utf8"

	"perimeter/internal/safehtml"
)

// envelope is the body of every successful response with data.
type envelope[T any] struct {
	Success bool   `json:"success"`
	Message string `json:"message,omitempty" doc:"A sentence for people"`
	Data    T      `json:"data"`
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
	return message + ". Removed for safety: " + strings.Join(names, ", ") + "."
}
