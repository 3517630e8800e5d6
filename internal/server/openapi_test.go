package server

import (
	"testing"

	"perimeter/internal/testkit/golden"
)

// The front end's types are generated from this file.
const specFile = "../../web/src/api/openapi.json"

func TestFrontEndHasCurrentDescriptionOfTheAPI(t *testing.T) {
	current, err := Spec()
	if err != nil {
		t.Fatal(err)
	}
	golden.Check(t, specFile, current)
}
