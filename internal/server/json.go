package server

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"strings"

	"perimeter/internal/errs"
)

// decodeJSON reads a body into v. Its errors are worded for people and repeat
// nothing of the body, which may hold a password.
func decodeJSON(body []byte, v any) error {
	err := json.Unmarshal(body, v)
	var wrongType *json.UnmarshalTypeError
	var malformed *json.SyntaxError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &wrongType) && wrongType.Field != "":
		return errs.Errorf(errs.Invalid, "The field %q must be %s.", fieldName(wrongType.Field), typeName(wrongType.Type))
	case errors.As(err, &wrongType):
		return errs.Errorf(errs.Invalid, "The body must be a JSON object.")
	case errors.As(err, &malformed):
		return errs.Errorf(errs.Invalid, "The body is not valid JSON.")
	default: // of all that we read, only times have a form of their own
		return errs.Errorf(errs.Invalid, "A time must be written like 2026-05-14T09:30:00Z.")
	}
}

// fieldName leaves out the names of our own types, which stand in the path of a
// field that is embedded; fields of the API begin with a small letter.
func fieldName(path string) string {
	for path[0] >= 'A' && path[0] <= 'Z' {
		_, rest, found := strings.Cut(path, ".")
		if !found || rest == "" {
			break
		}
		path = rest
	}
	return path
}

func typeName(t reflect.Type) string {
	switch t.Kind() {
	case reflect.Bool:
		return "true or false"
	case reflect.Int64:
		return "a whole number"
	case reflect.Slice:
		return "a list"
	default:
		return "text"
	}
}

// encodeJSON writes an answer. A client that has gone is no failure of ours.
func encodeJSON(w io.Writer, v any) error {
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(v); err != nil {
		return fmt.Errorf("encode an answer: %w", err)
	}
	_, _ = w.Write(out.Bytes())
	return nil
}
