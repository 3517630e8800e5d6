// Package archtest owns the rules on which package may import which. It must not
// know what any of them does.
package archtest

import (
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"
)

const module = "perimeter/"

// everything stands for all packages.
const everything = "*"

// basics are the small packages that the others may share.
var basics = []string{"internal/errs", "internal/validate", "internal/clock", "internal/scope"}

// mayImport lists, for each part of the tree, the parts of ours that its shipped
// code may import. A part is a folder with everything below it, and may always
// import itself. Everything else is refused, so a new package needs an entry
// first.
var mayImport = map[string][]string{
	"cmd/perimeter": {everything},

	// The domain. Of its packages, only site knows others.
	"internal/site":    with(basics, "internal/record", "internal/company", "internal/claims", "internal/safehtml", "internal/mapembed", "internal/media", "internal/reviews"),
	"internal/company": with(basics, "internal/record", "internal/safehtml", "internal/brand"),
	"internal/auth":    with(basics, "internal/limit", "internal/signing", "internal/qrcode"),
	"internal/media":   with(basics, "internal/record", "internal/imaging"),
	"internal/chat":    with(basics, "internal/limit", "internal/signing"),
	"internal/push":    basics,
	"internal/reviews": with(basics, "internal/limit"),
	"internal/audit":   with(basics, "internal/logs", "internal/limit"),

	"internal/certificate": basics,
	"internal/connection":  with(basics, "internal/durable"),

	// What is done to records of every kind.
	"internal/record": with(basics, "internal/safehtml"),

	"internal/workingcopy": basics,
	"internal/backup":      with(basics, "internal/media", "internal/temporary"),
	"internal/stats":       basics,
	// It only asks the others.
	"internal/health": with(basics, "internal/auth", "internal/backup", "internal/certificate", "internal/chat", "internal/reviews", "internal/site", "internal/stats"),

	// Helpers of the domain.
	"internal/brand":     {},
	"internal/claims":    {},
	"internal/mapembed":  {"internal/validate"},
	"internal/safehtml":  {"internal/errs"},
	"internal/limit":     {"internal/errs", "internal/clock"},
	"internal/signing":   {},
	"internal/qrcode":    {},
	"internal/sharecard": {},
	"internal/imaging":   {"internal/errs"},
	"internal/validate":  {"internal/errs"},
	"internal/errs":      {},
	"internal/clock":     {},
	"internal/scope":     {},
	"internal/durable":   {},
	"internal/temporary": {},

	// Adapters import the domain packages that they implement.
	"internal/store": {
		"internal/errs", "internal/scope", "internal/limit", "internal/site", "internal/company", "internal/auth", "internal/media", "internal/chat",
		"internal/reviews", "internal/audit", "internal/record", "internal/workingcopy", "internal/stats", "internal/push", "internal/clock", "internal/backup", "internal/certificate", "internal/connection",
	},
	"internal/blob":   {"internal/errs", "internal/media", "internal/durable"},
	"internal/google": {"internal/errs", "internal/reviews", "internal/connection"},
	"internal/notify": {"internal/errs", "internal/chat", "internal/auth", "internal/push"},

	"internal/wire": {"internal/limit"},
	"internal/logs": {},
	"internal/ssr":  {"internal/errs", "internal/brand", "internal/scope", "internal/limit", "internal/company", "internal/media", "internal/wire"},
	"internal/server": {
		"internal/errs", "internal/brand", "internal/claims", "internal/safehtml", "internal/site", "internal/company", "internal/auth",
		"internal/media", "internal/chat", "internal/reviews", "internal/audit", "internal/record", "internal/workingcopy", "internal/stats", "internal/push", "internal/backup", "internal/connection", "internal/health", "internal/scope", "internal/sharecard", "internal/ssr", "internal/wire", "internal/clock", "internal/limit", "internal/qrcode",
	},

	"internal/testkit":  {everything},
	"internal/archtest": {},
	"web":               {},

	// These see the program only from outside.
	"bench":                     {"internal/testkit/blackbox"},
	"faults":                    {"internal/testkit/blackbox"},
	"internal/testkit/blackbox": {},
}

func with(list []string, more ...string) []string { return slices.Concat(list, more) }

// forTests reports whether path holds test code, which shipped code must not
// import: the testkit, the programs that measure the binary, and fakes such as
// internal/google/googletest.
func forTests(path string) bool {
	return slices.ContainsFunc(strings.Split(path, "/"), func(folder string) bool {
		return slices.Contains([]string{"testkit", "bench", "faults"}, folder) || strings.HasSuffix(folder, "test")
	})
}

type goPackage struct {
	ImportPath string
	Imports    []string // of shipped code; those of tests are free
	// TestImports is those of the tests that belong to the package.
	TestImports []string
}

func TestPackagesImportOnlyWhatTheRulesAllow(t *testing.T) {
	for _, p := range packages(t) {
		from := strings.TrimPrefix(p.ImportPath, module)
		if _, known := part(from); !known {
			t.Errorf("%s has no entry in mayImport: decide what it may import", from)
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

// CI fuzzes the parser of requests, for which everything that its tests import is
// compiled once more. The testkit imports the databases, which take minutes.
func TestTheTestsOfTheParserOfRequestsImportLittle(t *testing.T) {
	all := packages(t)
	at := slices.IndexFunc(all, func(p goPackage) bool { return p.ImportPath == module+"internal/wire" })
	if at < 0 || len(all[at].TestImports) == 0 {
		t.Fatal("there are no tests of internal/wire")
	}
	for _, imported := range all[at].TestImports {
		if to, ours := strings.CutPrefix(imported, module); ours && refused("internal/wire", to) != "" {
			t.Errorf("a test of internal/wire imports %s", to)
		}
	}
}

func TestRulesRefuseForbiddenImports(t *testing.T) {
	forbidden := [][2]string{
		{"internal/site", "internal/store"},
		{"internal/site", "internal/server"},
		{"internal/site", "internal/ssr"},
		{"internal/site", "internal/auth"},
		{"internal/site", "internal/chat"},
		{"internal/auth", "internal/chat"},
		{"internal/auth", "internal/audit"},
		{"internal/audit", "internal/auth"},
		{"internal/record", "internal/site"},
		{"internal/chat", "internal/auth"},
		{"internal/chat", "internal/site"},
		{"internal/chat", "internal/company"},
		{"internal/company", "internal/site"},
		{"internal/company", "internal/media"},
		{"internal/media", "internal/site"},
		{"internal/media", "internal/reviews"},
		{"internal/reviews", "internal/media"},
		{"internal/reviews", "internal/google"},
		{"internal/imaging", "internal/media"},
		{"internal/safehtml", "internal/site"},
		{"internal/limit", "internal/auth"},
		{"internal/errs", "internal/validate"},
		{"internal/store", "internal/blob"},
		{"internal/store", "internal/server"},
		{"internal/store", "internal/ssr"},
		{"internal/blob", "internal/google"},
		{"internal/blob", "internal/site"},
		{"internal/google", "internal/ssr"},
		{"internal/notify", "internal/site"},
		{"internal/ssr", "internal/store"},
		{"internal/server", "internal/store"},
		{"internal/server", "internal/imaging"},
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

// refused says why the package from may not import the package to, or "" if it
// may.
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

// The generated SQL code is a layer of its own inside the store.
func TestSQLCodeKnowsNoOtherPackage(t *testing.T) {
	for _, p := range packages(t) {
		if p.ImportPath != module+"internal/store/db" {
			continue
		}
		for _, imported := range p.Imports {
			if strings.HasPrefix(imported, module) {
				t.Errorf("internal/store/db imports %s", imported)
			}
		}
	}
}

func packages(t *testing.T) []goPackage {
	t.Helper()
	list := exec.CommandContext(t.Context(), "go", "list", "-json=ImportPath,Imports,TestImports", "./...")
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

// tableRow matches a row of the table in architecture.md that is about one package.
var tableRow = regexp.MustCompile("(?m)^\\| `(internal/[a-z]+)` \\|[^|]*\\| ([^|]*) \\|$")

// Rows with words such as "the domain" summarize, so they are not compared.
func TestArchitectureDocumentHasTheRules(t *testing.T) {
	document, err := os.ReadFile("../../docs/architecture.md")
	if err != nil {
		t.Fatal(err)
	}
	compared := 0
rows:
	for _, row := range tableRow.FindAllStringSubmatch(string(document), -1) {
		var listed []string
		for _, word := range strings.Split(row[2], ", ") {
			switch name, quoted := strings.CutPrefix(word, "`"); {
			case quoted:
				listed = append(listed, "internal/"+strings.TrimSuffix(name, "`"))
			case word == "basics":
				listed = append(listed, basics...)
			case word != "none" && word != "nothing of ours":
				continue rows
			}
		}
		compared++
		rules := slices.Sorted(slices.Values(mayImport[row[1]]))
		slices.Sort(listed)
		if !slices.Equal(slices.Compact(listed), slices.Compact(rules)) {
			t.Errorf("architecture.md says that %s may import %v; the rules say %v", row[1], listed, rules)
		}
	}
	if compared < 20 {
		t.Errorf("only %d rows of the table could be compared", compared)
	}
}
