package server

import (
	"encoding/json"
	"reflect"
	"slices"
	"testing"

	"github.com/danielgtaylor/huma/v2"

	"perimeter/internal/company"
	"perimeter/internal/site"
	"perimeter/internal/ssr"
	"perimeter/internal/testkit/golden"
)

// The front end's types of the page data are generated from this file.
const pageDataFile = "../../web/src/domain/page-schema.json"

func TestTheFrontEndHasTheCurrentSchemaOfThePageData(t *testing.T) {
	current := pageDataSchema(t)
	golden.Check(t, pageDataFile, current)
}

// pageDataSchema describes the JSON that documents carry for the front end. It
// is an OpenAPI document without operations, so that the tool that generates
// the types of the API can read it.
func pageDataSchema(t *testing.T) []byte {
	t.Helper()
	schemas := huma.NewMapRegistry("#/components/schemas/", huma.DefaultSchemaNamer)
	schemas.Schema(reflect.TypeFor[ssr.Page](), true, "Page")
	schemas.Map()["ChatSetup"].Properties["provider"].Enum = []any{company.ChatOwn, company.ChatScript, company.ChatNone}
	schemas.Map()["Identity"].Properties["map"].Enum = []any{company.MapEmbed, company.MapClick}
	schemas.Map()["ContentKeys"] = contentKeysSchema()
	document, err := json.MarshalIndent(map[string]any{
		"openapi":    "3.1.0",
		"info":       map[string]string{"title": "Page data", "version": "1"},
		"paths":      map[string]any{},
		"components": map[string]any{"schemas": schemas},
	}, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	return append(document, '\n')
}

// contentKeysSchema describes the keys that each page may read.
func contentKeysSchema() *huma.Schema {
	keys := &huma.Schema{Type: huma.TypeObject, AdditionalProperties: false, Properties: map[string]*huma.Schema{}}
	for kind, list := range site.ContentKeys {
		property := &huma.Schema{Type: huma.TypeString}
		for _, key := range list {
			property.Enum = append(property.Enum, key)
		}
		keys.Properties[string(kind)] = property
		keys.Required = append(keys.Required, string(kind))
	}
	slices.Sort(keys.Required)
	return keys
}
