package server

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"reflect"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"perimeter/internal/auth"
	"perimeter/internal/site"
)

const (
	descriptionRoute = "GET /api/openapi.json"
	sessionScheme    = "session"
)

var administratorsOnly = []map[string][]string{{sessionScheme: {}}}

// huma is configured by package variables for the shape of failures and for
// lists, which are never null here.
func init() {
	huma.NewError = newFailure
	huma.DefaultArrayNullable = false
}

// describing is how the API is described: OpenAPI 3.1 and JSON alone.
func describing() huma.Config {
	format := huma.Format{Marshal: encodeJSON, Unmarshal: decodeJSON}
	return huma.Config{
		OpenAPI: &huma.OpenAPI{
			Info: &huma.Info{Title: "Perimeter", Version: "1"},
			Components: &huma.Components{
				Schemas: huma.NewMapRegistry("#/components/schemas/", schemaName),
				SecuritySchemes: map[string]*huma.SecurityScheme{
					sessionScheme: {Type: "apiKey", In: "cookie", Name: cookieName, Description: "The session of an administrator"},
				},
			},
		},
		Formats:       map[string]huma.Format{"application/json": format},
		DefaultFormat: "application/json",
	}
}

// schemaNames are the names of schemas whose Go names rely on their package. The
// document has no packages, and clients know the schemas by these names.
var schemaNames = map[string]string{
	"ContactDetails": "ChatContact",
	"ImageDetails":   "Picture",
	"ListPage":       "LibraryPage",
	"Message":        "ChatMessage",
	"MessageDraft":   "Words",
	"Status":         "ReviewStatus",
	"Summary":        "ConversationSummary",
}

// schemaName names the schema of a type, also inside a generic answer.
func schemaName(t reflect.Type, hint string) string {
	const generic = "Answer"
	name, wrapped := strings.CutPrefix(huma.DefaultSchemaNamer(t, hint), generic)
	if known, ok := schemaNames[name]; ok {
		name = known
	}
	if wrapped {
		return generic + name
	}
	return name
}

// finished adds what Go's types do not say: the values that some texts can
// have.
func finished(spec *huma.OpenAPI) *huma.OpenAPI {
	choices := map[string][]any{
		"section": anyOf(site.Sections),
		"type":    anyOf(site.ContentTypes),
		"role":    anyOf(auth.Roles),
		"day":     anyOf(site.Weekdays[:]),
	}
	for _, schema := range spec.Components.Schemas.Map() {
		schema.AdditionalProperties = nil // what a call does not know it ignores
		for name, property := range schema.Properties {
			if values, ok := choices[name]; ok && property.Format == "" {
				property.Enum = values
			}
		}
	}
	return spec
}

func anyOf[T any](values []T) []any {
	all := make([]any, len(values))
	for i, v := range values {
		all[i] = v
	}
	return all
}

// Description returns the OpenAPI document of the API, indented for people.
func Description() ([]byte, error) {
	spec, err := json.Marshal(newAPI(Config{}).spec)
	if err != nil {
		return nil, fmt.Errorf("describe the API: %w", err)
	}
	var out bytes.Buffer
	if err := json.Indent(&out, spec, "", "  "); err != nil {
		return nil, fmt.Errorf("describe the API: %w", err)
	}
	out.WriteByte('\n')
	return out.Bytes(), nil
}

// describe answers with the document.
func describe(spec *huma.OpenAPI) http.Handler {
	document, err := json.Marshal(spec)
	if err != nil {
		panic(fmt.Errorf("describe the API: %w", err)) // the same on every start, so a test finds it
	}
	return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write(document)
	})
}
