// Package archtest owns the rule which package may import which. It must not
// know what any of them does.
package archtest

import (
	"encoding/json"
	"errors"
	"io"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

const module = "perimeter/"

// everything stands for all packages in the rules.
const everything = "*"

// mayImport lists, for each part of the tree, the parts of ours that its shipped
// code may import. A part is a folder with all that is below it, and may always
// import itself. What is not listed is refused: a new package has to be given a
// place here first.
var mayImport = map[string][]string{
	"cmd/perimeter":     {everything},
	"internal/site":     {},
	"internal/store":    {"internal/site"},
	"internal/blob":     {"internal/site"},
	"internal/imaging":  {"internal/site"},
	"internal/google":   {"internal/site"},
	"internal/notify":   {"internal/site"},
	"internal/payload":  {},
	"internal/ssr":      {"internal/site", "internal/payload"},
	"internal/server":   {"internal/site", "internal/ssr", "internal/payload"},
	"internal/testkit":  {everything},
	"internal/archtest": {},
	"web":               {},

	// These see the program only from outside.
	"bench":                     {"internal/testkit/blackbox"},
	"faults":                    {"internal/testkit/blackbox"},
	"internal/testkit/blackbox": {},
}

// forTests reports whether path holds test code, which shipped code must not
// import, whoever it is: the testkit, the programs that measure the binary, and
// fakes such as internal/google/googletest.
func forTests(path string) bool {
	return slices.ContainsFunc(strings.Split(path, "/"), func(folder string) bool {
		return slices.Contains([]string{"testkit", "bench", "faults"}, folder) || strings.HasSuffix(folder, "test")
	})
}

type goPackage struct {
	ImportPath string
	Imports    []string // of shipped code; those of tests are free
}

func TestShippedPackagesImportOnlyWhatTheirPlaceAllows(t *testing.T) {
	for _, p := range packages(t) {
		from := strings.TrimPrefix(p.ImportPath, module)
		if _, known := part(from); !known {
			t.Errorf("%s has no place in mayImport: decide what it may import", from)
			continue
		}
		for _, imported := range p.Imports {
			to, ours := strings.CutPrefix(imported, module)
			if !ours {
				continue
			}
			if reason := refused(from, to); reason != "" {
				t.Errorf("%s imports %s: %s", from, to, reason)
			}
		}
	}
}

func TestRulesRefuseWhatTheArchitectureForbids(t *testing.T) {
	forbidden := [][2]string{
		{"internal/site", "internal/store"},
		{"internal/site", "internal/server"},
		{"internal/store", "internal/blob"},
		{"internal/blob", "internal/google"},
		{"internal/google", "internal/ssr"},
		{"internal/ssr", "internal/store"},
		{"internal/server", "internal/store"},
		{"internal/store", "internal/server"},
		{"internal/server", "cmd/perimeter"},
		{"cmd/perimeter", "internal/testkit"},
		{"internal/server", "internal/testkit/storetest"},
		{"internal/google", "internal/google/googletest"},
		{"faults", "internal/store"},
		{"bench", "internal/testkit"},
	}
	for _, pair := range forbidden {
		if refused(pair[0], pair[1]) == "" {
			t.Errorf("%s may import %s", pair[0], pair[1])
		}
	}
}

// refused says why the package from may not import the package to, or nothing
// when it may.
func refused(from, to string) string {
	if forTests(to) && !forTests(from) {
		return "only tests may use it"
	}
	home, _ := part(from)
	target, _ := part(to)
	if home == target || slices.Contains(mayImport[home], everything) || slices.Contains(mayImport[home], target) {
		return ""
	}
	return "mayImport does not allow " + home + " → " + target
}

// part returns the longest entry of mayImport that path lies in.
func part(path string) (string, bool) {
	best := ""
	for name := range mayImport {
		if (path == name || strings.HasPrefix(path, name+"/")) && len(name) > len(best) {
			best = name
		}
	}
	return best, best != ""
}

func packages(t *testing.T) []goPackage {
	t.Helper()
	list := exec.CommandContext(t.Context(), "go", "list", "-json=ImportPath,Imports", "./...")
	list.Dir = "../.."
	out, err := list.Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	var all []goPackage
	for decoder := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p goPackage
		if err := decoder.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatalf("go list's answer: %v", err)
		}
		all = append(all, p)
	}
	if len(all) < 5 {
		t.Fatalf("go list found only %d packages", len(all))
	}
	return all
}
