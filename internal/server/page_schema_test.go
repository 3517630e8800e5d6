package server

import (
	"encoding/json"
	"os"
	"reflect"
	"testing"

	"github.com/danielgtaylor/huma/v2"
	"github.com/google/go-cmp/cmp"

	"perimeter/internal/company"
	"perimeter/internal/ssr"
)

// The front end's types of the page data are generated from this file.
const pageDataFile = "../../web/src/domain/page-schema.json"

func TestTheFrontEndHasTheCurrentSchemaOfThePageData(t *testing.T) {
	current := pageDataSchema(t)
	if *update {
		if err := os.WriteFile(pageDataFile, current, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	written, err := os.ReadFile(pageDataFile)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(written), string(current)); diff != "" {
		t.Errorf("run go test ./internal/server -update and npm run schema (-written +current):\n%s", diff)
	}
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
