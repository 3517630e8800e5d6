package server

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"reflect"
	"strings"
	"unicode/utf8"

	"perimeter/internal/errs"
)

const (
	// maxBody is enough for the longest save with every character escaped.
	maxBody = 4 << 20
	// maxDepth is deeper than any valid body.
	maxDepth = 32
)

// readJSON reads and checks the whole body and puts it back for the handler.
func readJSON(w http.ResponseWriter, r *http.Request) error {
	if media, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || media != "application/json" {
		return errs.Errorf(errs.Unsupported, "The body must be JSON, sent with the content type application/json.")
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
	var tooLarge *http.MaxBytesError
	switch {
	case errors.As(err, &tooLarge):
		return errs.Errorf(errs.TooLarge, "The body is larger than %d bytes.", maxBody)
	case err != nil:
		return &errs.Error{Kind: errs.Invalid, Message: "The body did not arrive completely.", Err: err}
	case !utf8.Valid(body):
		return errs.Errorf(errs.Invalid, "The body is not valid UTF-8.")
	case depth(body) > maxDepth:
		return errs.Errorf(errs.Invalid, "The body is nested too deeply.")
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	return nil
}

// depth returns how deeply objects and lists are nested.
func depth(body []byte) int {
	deepest, level, quoted, escaped := 0, 0, false, false
	for _, c := range body {
		switch {
		case escaped:
			escaped = false
		case quoted:
			escaped = c == '\\'
			quoted = c != '"'
		case c == '"':
			quoted = true
		case c == '{', c == '[':
			level++
			deepest = max(deepest, level)
		case c == '}', c == ']':
			level--
		}
	}
	return deepest
}

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
