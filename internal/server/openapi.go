package server

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"reflect"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"perimeter/internal/audit"
	"perimeter/internal/auth"
	"perimeter/internal/site"
)

const (
	specRoute     = "GET /api/openapi.json"
	sessionScheme = "session"
)

var adminOnly = []map[string][]string{{sessionScheme: {}}}

// huma takes the format of errors, and that lists are never null, from package
// variables.
func init() {
	huma.NewError = newFailure
	huma.DefaultArrayNullable = false
}

// apiConfig is huma's configuration: OpenAPI 3.1, and JSON only.
func apiConfig() huma.Config {
	format := huma.Format{Marshal: encodeJSON, Unmarshal: decodeJSON}
	return huma.Config{
		OpenAPI: &huma.OpenAPI{
			Info: &huma.Info{Title: "Perimeter", Version: "1"},
			Components: &huma.Components{
				Schemas: huma.NewMapRegistry("#/components/schemas/", schemaName),
				SecuritySchemes: map[string]*huma.SecurityScheme{
					sessionScheme: {Type: "apiKey", In: "cookie", Name: cookieName, Description: "A session; below /api/admin an administrator's"},
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
	"Event":           "AuditEvent",
	"ListEvent":       "ListAuditEvent",
	"Link":            "AccountLink",
	"Accepted":        "AcceptedAccount",
	"CompanyData":     "Company",
	"ContactDetails":  "ChatContact",
	"Deliveries":      "ChatChannel",
	"Keys":            "PushKeys",
	"Edit":            "CompanyEdit",
	"Entry":           "Backup",
	"ListEntry":       "ListBackup",
	"ImageDetails":    "Picture",
	"ListPage":        "LibraryPage",
	"Copy":            "WorkingCopy",
	"Contents":        "WorkingCopyContents",
	"Info":            "WorkingCopyInfo",
	"ListInfo":        "ListWorkingCopyInfo",
	"Message":         "ChatMessage",
	"NewMessage":      "Words",
	"NewSubscription": "PushSubscription",
	"Note":            "ChatNote",
	"Condition":       "BackupCondition",
	"Photo":           "ChatPhoto",
	"Status":          "ReviewStatus",
	"Summary":         "ConversationSummary",
	"UserEnvelope":    "UserAnswer",
}

// schemaName names the schema of a type, also of an envelope's.
func schemaName(t reflect.Type, hint string) string {
	name, wrapped := strings.CutPrefix(huma.DefaultSchemaNamer(t, hint), "Envelope")
	if known, ok := schemaNames[name]; ok {
		name = known
	}
	if wrapped {
		return "Answer" + name
	}
	return name
}

// addEnums adds what Go's types do not say: the possible values of some strings.
func addEnums(spec *huma.OpenAPI) *huma.OpenAPI {
	choices := map[string][]any{
		"section": anyOf(site.Sections),
		"type":    anyOf(site.ContentTypes),
		"role":    anyOf(auth.Roles),
		"day":     anyOf(site.Weekdays[:]),
		"action":  anyOf(audit.Kinds),
	}
	for name, schema := range spec.Components.Schemas.Map() {
		schema.AdditionalProperties = nil // unknown properties are ignored
		if name == "TeamMember" {
			continue // their role is free text
		}
		for name, property := range schema.Properties {
			if values, ok := choices[name]; ok && property.Format == "" && len(property.Enum) == 0 {
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

// Spec returns the OpenAPI document of the API, indented.
func Spec() ([]byte, error) {
	spec, err := json.Marshal(newAPI(Config{}).spec)
	if err != nil {
		return nil, fmt.Errorf("encode the OpenAPI document: %w", err)
	}
	var out bytes.Buffer
	if err := json.Indent(&out, spec, "", "  "); err != nil {
		return nil, fmt.Errorf("encode the OpenAPI document: %w", err)
	}
	out.WriteByte('\n')
	return out.Bytes(), nil
}

// serveSpec serves the OpenAPI document.
func serveSpec(spec *huma.OpenAPI) http.Handler {
	document, err := json.Marshal(spec)
	if err != nil {
		panic(fmt.Errorf("encode the OpenAPI document: %w", err)) // would fail on every start, so tests find it
	}
	return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write(document)
	})
}
