package archtest

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

const root = "../.."

// TestSecurityDocumentNamesWhatExists checks that every test and file that
// docs/security.md names as a proof is there.
func TestSecurityDocumentNamesWhatExists(t *testing.T) {
	document, err := os.ReadFile(filepath.Join(root, "docs/security.md"))
	if err != nil {
		t.Fatal(err)
	}
	tests, files := goTests(t), map[string]bool{}
	for _, quoted := range regexp.MustCompile("`[^`\n]+`").FindAllString(string(document), -1) {
		name := strings.Trim(quoted, "`")
		switch folder, _, _ := strings.Cut(name, "/"); {
		case strings.HasPrefix(name, "Test"):
			if !tests[name] {
				t.Errorf("there is no test %s", name)
			}
			files[name] = true
		case folder == "cmd", folder == "deploy", folder == "docs", folder == "faults", folder == "internal", folder == "scripts", folder == "web":
			if _, err := os.Stat(filepath.Join(root, name)); err != nil {
				t.Errorf("there is no file %s", name)
			}
			files[name] = true
		}
	}
	if len(files) < 80 {
		t.Errorf("only %d names were found in the document", len(files))
	}
}

// TestEveryLineAboutATakeoverNamesItsTest checks that what docs/security.md says about
// taken-over accounts is proved, line by line.
func TestEveryLineAboutATakeoverNamesItsTest(t *testing.T) {
	document, err := os.ReadFile(filepath.Join(root, "docs/security.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, section, _ := strings.Cut(string(document), "## If an account or the proxy is taken over\n")
	section, _, _ = strings.Cut(section, "\n## ")
	proof := regexp.MustCompile("`(Test\\w+|web/[\\w/.-]+\\.(spec|test)\\.tsx?)`[^|]*\\|$")
	about := map[string]int{}
	for _, line := range strings.Split(section, "\n") {
		if !strings.HasPrefix(line, "| ") || strings.HasPrefix(line, "| who ") {
			continue
		}
		if !proof.MatchString(line) {
			t.Errorf("no test is named in %s", line)
		}
		about[strings.TrimSpace(strings.Split(line, "|")[1])]++
	}
	for _, who := range []string{"staff", "administrator", "proxy"} {
		if about[who] < 3 {
			t.Errorf("%d lines are about %q", about[who], who)
		}
	}
}

// goTests returns the names of all test functions.
func goTests(t *testing.T) map[string]bool {
	t.Helper()
	declaration := regexp.MustCompile(`(?m)^func (Test\w+)\(`)
	found := map[string]bool{}
	for _, folder := range []string{"cmd", "faults", "internal", "bench"} {
		err := filepath.WalkDir(filepath.Join(root, folder), func(path string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() || !strings.HasSuffix(path, "_test.go") {
				return err
			}
			source, err := os.ReadFile(path)
			for _, match := range declaration.FindAllSubmatch(source, -1) {
				found[string(match[1])] = true
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return found
}
