package server

import (
	"strings"
	"unicode/utf8"

	"perimeter/internal/safehtml"
)

// answer is the body of every success that carries data.
type answer[T any] struct {
	Success bool   `json:"success"`
	Message string `json:"message,omitempty" doc:"A sentence for people"`
	Data    T      `json:"data"`
}

type output[T any] struct{ Body answer[T] }

// nothing is the input of a call that needs none.
type nothing struct{}

// found answers with what was asked for, or with why not.
func found[T any](data T, err error) (*output[T], error) {
	if err != nil {
		return nil, err
	}
	return &output[T]{answer[T]{Success: true, Data: data}}, nil
}

// done answers a change with a message and the result.
func done[T any](data T, message string) (*output[T], error) {
	return &output[T]{answer[T]{Success: true, Message: message, Data: data}}, nil
}

// outcome chooses between the words for a new record and a changed one.
func outcome(noun string, id *int64) string {
	if id == nil {
		return noun + " created"
	}
	return noun + " updated"
}

// The message about removed HTML stays readable whatever was pasted.
const (
	mostRemoved    = 8
	longestRemoved = 40
)

// withRemoved adds to a message what was removed from the HTML, if anything was.
func withRemoved(message string, removed safehtml.Removed) string {
	if len(removed) == 0 {
		return message
	}
	names := make([]string, 0, mostRemoved+1)
	for i, name := range removed {
		if i == mostRemoved {
			names = append(names, "and more")
			break
		}
		if utf8.RuneCountInString(name) > longestRemoved {
			name = string([]rune(name)[:longestRemoved]) + "…"
		}
		names = append(names, name)
	}
	return message + ". Removed for safety: " + strings.Join(names, ", ") + "."
}
