package server

import (
	"flag"
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "write the golden files anew")

// The front end's types are generated from this file.
const specFile = "../../web/src/api/openapi.json"

func TestFrontEndHasCurrentDescriptionOfTheAPI(t *testing.T) {
	current, err := Spec()
	if err != nil {
		t.Fatal(err)
	}
	if *update {
		if err := os.WriteFile(specFile, current, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	written, err := os.ReadFile(specFile)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(written), string(current)); diff != "" {
		t.Errorf("run go test ./internal/server -update and npm run schema (-written +current):\n%s", diff)
	}
}
