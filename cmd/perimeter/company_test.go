package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"perimeter/internal/company"
	"perimeter/internal/media"
	"perimeter/internal/testkit"
)

// siteFile writes the sample company's file with one change.
func siteFile(t *testing.T, old, changed string) string {
	t.Helper()
	sample := string(testkit.Must(company.Sample().File())(t))
	if !strings.Contains(sample, old) {
		t.Fatalf("the sample has no %q", old)
	}
	path := filepath.Join(t.TempDir(), "site.yaml")
	if err := os.WriteFile(path, []byte(strings.Replace(sample, old, changed, 1)), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestCompanyIsImportedAndExportedWhileTheServerRuns(t *testing.T) {
	for _, name := range []string{"SQLite", "PostgreSQL"} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			var flags []string
			if name == "PostgreSQL" {
				flags = []string{"--database-url", testkit.PostgresURL(t)}
			}
			company := func(verb, file string) string {
				t.Helper()
				return mustRun(t, "", append([]string{"company", verb, "--data", dir, file}, flags...)...)
			}
			server := start(t, dir, flags...)
			file := siteFile(t, "Lone Oak Pest & Termite\n", "Bosque Pest\n")
			company("import", file)
			eventually(t, "the imported name on a page", func() bool {
				_, page := get(t, server.address+"/contact")
				return strings.Contains(page, "Bosque Pest")
			})

			exported := filepath.Join(t.TempDir(), "exported.yaml")
			company("export", exported)
			got, want := string(testkit.Must(os.ReadFile(exported))(t)), string(testkit.Must(os.ReadFile(file))(t))
			if got != want || company("export", "-") != want {
				t.Errorf("exported is\n%s\nwant\n%s", got, want)
			}
			other := t.TempDir()
			mustRun(t, "", "company", "import", "--data", other, exported)
			if again := mustRun(t, "", "company", "export", "--data", other, "-"); again != want {
				t.Errorf("the empty site has\n%s", again)
			}
		})
	}
}

func TestImportRefusesWhatCannotBeUsed(t *testing.T) {
	dir := t.TempDir()
	mustRun(t, "", "company", "import", "--data", dir, siteFile(t, "Hillsboro\n", "Meridian\n"))
	for name, c := range map[string]struct{ args, want []string }{
		"two phone numbers": {[]string{siteFile(t, "(254) 555-0142", "(254) 555-0199")}, []string{"(254) 555-0199", "+12545550142"}},
		"several problems":  {[]string{siteFile(t, "email: info@", "email: info.")}, []string{"email"}},
		"a site in charge":  {[]string{"--site", siteFile(t, "name", "name"), siteFile(t, "name", "name")}, []string{"--site"}},
	} {
		status, _, stderr := command(t, "", append([]string{"company", "import", "--data", dir}, c.args...)...)
		if status == 0 {
			t.Errorf("%s: accepted", name)
		}
		for _, want := range c.want {
			if !strings.Contains(stderr, want) {
				t.Errorf("%s: the message is %q, want %q in it", name, stderr, want)
			}
		}
	}
	if file := mustRun(t, "", "company", "export", "--data", dir, "-"); !strings.Contains(file, "town: Meridian") {
		t.Errorf("the company is now\n%s", file)
	}
	if status, _, _ := command(t, "", "company", "export", "--data", t.TempDir(), "-"); status == 0 {
		t.Error("a folder without a site was exported")
	}
}

func TestImportNamesThePicturesThatTheSiteDoesNotHave(t *testing.T) {
	dir := t.TempDir()
	lost := media.ImageURL("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
	status, _, stderr := command(t, "", "company", "import", "--data", dir, siteFile(t, "/art/portrait-1.svg", lost))
	if status != 0 || strings.Count(stderr, "no picture") != 1 || !strings.Contains(stderr, lost) {
		t.Errorf("status %d, %s", status, stderr)
	}
	status, _, stderr = command(t, "", "company", "import", "--data", dir, siteFile(t, "name", "name"))
	if status != 0 || stderr != "" {
		t.Errorf("without uploaded pictures: status %d, %s", status, stderr)
	}
}

func TestASiteFileWithTwoPhoneNumbersIsRefusedAtTheStart(t *testing.T) {
	file := siteFile(t, "(254) 555-0142", "(254) 555-0199")
	status, _, stderr := command(t, "", "serve", "--data", t.TempDir(), "--listen", "127.0.0.1:0", "--site", file)
	if status == 0 || !strings.Contains(stderr, "(254) 555-0199 and +12545550142") {
		t.Errorf("status %d, %s", status, stderr)
	}
}

func TestCheckMentionsTheSampleCompany(t *testing.T) {
	dir := t.TempDir()
	if out := mustRun(t, "", "check", "--data", dir); !strings.Contains(out, "still shows a sample company") {
		t.Errorf("the check says\n%s", out)
	}
	sample := company.Sample()
	sample.Name, sample.Phone, sample.PhoneE164 = "Bosque Pest", "(254) 555-0199", "+12545550199"
	sample.LegalName, sample.Email, sample.Street = "Bosque Pest LLC", "office@bosque.example", "1 Courthouse Square"
	sample.License, sample.PortalURL, sample.FacebookURL = "", "", ""
	sample.Team = []company.TeamMember{{Name: "Ana", Role: "Owner"}}
	file := filepath.Join(t.TempDir(), "site.yaml")
	if err := os.WriteFile(file, testkit.Must(sample.File())(t), 0o600); err != nil {
		t.Fatal(err)
	}
	mustRun(t, "", "company", "import", "--data", dir, file)
	if out := mustRun(t, "", "check", "--data", dir); strings.Contains(out, "sample company") || !strings.Contains(out, "Bosque Pest") {
		t.Errorf("the check says\n%s", out)
	}
}
