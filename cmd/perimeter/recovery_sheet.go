package main

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"regexp"
	"strings"
	"text/template"
	"time"

	"perimeter/internal/audit"
	"perimeter/internal/backup"
	"perimeter/internal/company"
	"perimeter/internal/store"
)

// sheetFlags are the settings that the recovery sheet tells.
type sheetFlags struct {
	dataFlags
	webFlags
	backupFlags
}

// sheetSecret is the secret of the site that the words are derived from.
const sheetSecret = "recovery-sheet"

// sheet returns the recovery sheet of the site.
func (f sheetFlags) sheet(ctx context.Context, db *store.Store, name string) (backup.Sheet, error) {
	keys, err := f.keys(f.dataFlags)
	if err != nil {
		return backup.Sheet{}, err
	}
	secret, err := db.Secret(ctx, sheetSecret)
	if err != nil {
		return backup.Sheet{}, err
	}
	place := f.place(f.dataFlags)
	if !strings.Contains(place, "://") {
		if place, err = filepath.Abs(place); err != nil {
			return backup.Sheet{}, err
		}
	}
	sheet := backup.Sheet{
		Site: name, Place: place, Beside: f.BackupTo == "", Keys: keys.Texts(),
		Before: f.before(place, keys), Commands: f.commands(place), Release: version, PrintedAt: time.Now().UTC(),
	}
	sheet.AddWords(secret)
	return sheet, nil
}

// before says what is needed besides the commands.
func (f sheetFlags) before(place string, keys backup.Keys) []string {
	lines := []string{"A machine with the program perimeter, release " + version + " or newer."}
	if strings.Contains(place, "://") || f.StorageURL != "" {
		lines = append(lines, "The access keys of the S3 storage, as AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY in the environment. Its provider can make new ones.")
	}
	if f.DatabaseURL != "" {
		lines = append(lines, "An empty PostgreSQL database, with its URL as PERIMETER_DATABASE_URL in the environment.")
	}
	if f.StorageURL != "" {
		lines = append(lines, "An S3 bucket for uploads, as PERIMETER_STORAGE_URL in the environment: "+f.StorageURL)
	}
	if !keys.Empty() {
		lines = append(lines, "The key: the first command asks for it.")
	}
	return lines
}

// commands returns the commands that bring the site back on a bare machine.
func (f sheetFlags) commands(place string) []string {
	data := " --data " + quote(f.Data)
	var settings strings.Builder
	for _, domain := range f.Domain {
		settings.WriteString(" --domain " + quote(domain))
	}
	for _, setting := range []struct{ flag, value string }{
		{"--listen", f.Listen}, {"--base-url", f.BaseURL}, {"--backup-to", f.BackupTo}, {"--backup-recipient", f.BackupRecipient},
	} {
		if setting.value != "" {
			settings.WriteString(" " + setting.flag + " " + quote(setting.value))
		}
	}
	return []string{
		"perimeter restore --from " + quote(place) + data,
		"perimeter check" + data + settings.String(),
		"perimeter serve" + data + settings.String(),
	}
}

var plainWord = regexp.MustCompile(`^[A-Za-z0-9_./:@-]+$`)

// quote writes a word for a shell.
func quote(word string) string {
	if plainWord.MatchString(word) {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}

type recoverySheetCommand struct{ sheetFlags }

// Run prints the sheet as text.
func (c recoverySheetCommand) Run(ctx context.Context, s streams) error {
	db, err := c.openStore(ctx, mustExist)
	if err != nil {
		return err
	}
	defer db.Close()
	file, err := c.siteFile()
	if err != nil {
		return err
	}
	facts, err := company.New(company.Config{Store: db.Company(), File: file}).Current(ctx)
	if err != nil {
		return err
	}
	sheet, err := c.sheet(ctx, db, facts.Name)
	if err != nil {
		return err
	}
	recordCommand(ctx, newAuditLog(db), audit.Exported, "recovery sheet", "")
	return printSheet(s.out, sheet)
}

var sheetText = template.Must(template.New("sheet").Funcs(template.FuncMap{
	"number": func(i int) int { return i + 1 },
}).Parse(`RECOVERY SHEET OF {{.Site}}
Printed on {{.PrintedAt.Format "2006-01-02 15:04 MST"}}, release {{.Release}}.
Keep it on paper where neither a fire nor a thief takes it together with the machine.

WHERE THE BACKUPS ARE
  {{.Place}}
{{- if .Beside}}
  This is a folder of the machine itself. If the machine is lost, so are they:
  set --backup-to to another disk or to S3 storage, and print this sheet again.
{{- end}}

{{if .Keys}}THE KEY (whoever has it can read the backups)
{{- range $i, $key := .Keys}}{{if eq $i 1}}
Of older backups:{{end}}
  {{$key}}
{{- end}}
{{else}}THE KEY
  There is none: the backups are not encrypted.
{{end}}
TO BRING THE SITE BACK
You need:
{{- range .Before}}
  - {{.}}
{{- end}}
Then run, in this order:
{{- range $i, $command := .Commands}}
  {{number $i}}. {{$command}}
{{- end}}

THE WORDS OF THIS SHEET
Site health in the back office asks for four of them.
{{range $i, $word := .Words}}  {{printf "%2d" (number $i)}} {{printf "%-10s" $word}}{{if or (eq $i 3) (eq $i 7) (eq $i 11)}}
{{end}}{{end}}`))

func printSheet(w io.Writer, sheet backup.Sheet) error {
	if err := sheetText.Execute(w, sheet); err != nil {
		return fmt.Errorf("the recovery sheet was not printed: %w", err)
	}
	return nil
}
