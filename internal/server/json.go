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

// decodeJSON decodes a body into v. Its errors are for people and quote nothing
// from the body, which may hold a password.
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
	default: // among our types, only times have a custom decoder
		return errs.Errorf(errs.Invalid, "A time must be written like 2026-05-14T09:30:00Z.")
	}
}

// fieldName removes the names of embedded types from a field's path; the API's
// own fields begin with a small letter.
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

// encodeJSON writes a response. It ignores that the client may have disconnected.
func encodeJSON(w io.Writer, v any) error {
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(v); err != nil {
		return fmt.Errorf("encode a response: %w", err)
	}
	_, _ = w.Write(out.Bytes())
	return nil
}
