package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/netip"
	"net/url"
	"os"
	"strings"

	"perimeter/internal/site"
	"perimeter/internal/store"
)

// finding is the outcome of one part of the self-test.
type finding struct {
	part   string
	detail string // what was found, when it is well
	err    error  // what is wrong
	advice string // how to mend it
}

// warning reports whether the server can run in spite of the finding.
func (f finding) warning() bool { return f.err == nil && f.advice != "" }

func (f finding) String() string {
	switch {
	case f.err != nil:
		return fmt.Sprintf("FAIL  %-13s %s\n      %-13s %s", f.part, forPeople(f.err), "", f.advice)
	case f.warning():
		return fmt.Sprintf("WARN  %-13s %s\n      %-13s %s", f.part, f.detail, "", f.advice)
	default:
		return fmt.Sprintf("ok    %-13s %s", f.part, f.detail)
	}
}

// foundation is what the server stands on.
type foundation struct {
	identity site.Identity
	store    *store.Store
	storage  site.Storage
}

func (f foundation) close() error {
	if f.store == nil {
		return nil
	}
	return f.store.Close()
}

// lay opens everything that the flags name and tests it. It always returns all
// findings, so that one look shows all that has to be mended; the foundation is
// complete only when none of them failed.
func lay(ctx context.Context, data dataFlags, web webFlags, reviews reviewFlags, logger *slog.Logger) (foundation, []finding) {
	var f foundation
	findings := []finding{
		f.layIdentity(data),
		checkBaseURL(web),
		checkFolder(data),
		f.layStore(ctx, data, logger),
		f.layStorage(ctx, data),
		reviews.check(),
	}
	return f, findings
}

func (f *foundation) layIdentity(data dataFlags) finding {
	result := finding{part: "site file", detail: data.Site}
	if f.identity, result.err = data.identity(); result.err != nil {
		result.advice = "Correct the file, or leave out --site to use the sample company."
		return result
	}
	if data.Site == "" {
		result.detail = "the sample company, " + f.identity.Name
		result.advice = "Copy the sample site file, write your own facts into it and name it with --site or PERIMETER_SITE."
	}
	return result
}

func checkBaseURL(web webFlags) finding {
	result := finding{part: "base URL"}
	base, err := web.baseURL(nil)
	if err != nil {
		result.err, result.advice = err, "Set --base-url or PERIMETER_BASE_URL to the address that visitors type, such as https://www.example.com."
		return result
	}
	result.detail = base.String()
	if base.Scheme == "http" && !isLoopback(base) {
		result.detail += " is not encrypted, so passwords could be read on their way"
		result.advice = "Put a proxy with a certificate in front and set --base-url to its https:// address."
	}
	return result
}

func isLoopback(u *url.URL) bool {
	if u.Hostname() == "localhost" {
		return true
	}
	ip, err := netip.ParseAddr(u.Hostname())
	return err == nil && ip.IsLoopback()
}

// checkFolder looks at who can read the data folder, which holds the secrets.
func checkFolder(data dataFlags) finding {
	result := finding{part: "data folder", detail: data.Data}
	info, err := os.Stat(data.Data)
	if errors.Is(err, os.ErrNotExist) {
		// Nothing to protect yet: it is made with the right mode.
		err = os.MkdirAll(data.Data, 0o700)
		if err == nil {
			return result
		}
	}
	switch {
	case err != nil:
		result.err, result.advice = err, "Choose a folder that this user may write, with --data or PERIMETER_DATA."
	case !info.IsDir():
		result.err = fmt.Errorf("%s is a file", data.Data)
		result.advice = "Choose a folder with --data or PERIMETER_DATA."
	case info.Mode().Perm()&0o007 != 0:
		result.detail += " can be read by every user of this machine"
		result.advice = fmt.Sprintf("Run: chmod o-rwx %s", data.Data)
	}
	return result
}

func (f *foundation) layStore(ctx context.Context, data dataFlags, logger *slog.Logger) finding {
	result := finding{part: "database", detail: "SQLite in " + data.Data}
	advice := "See that the data folder is on a local disk with free space and that this user may write it."
	if data.DatabaseURL != "" {
		result.detail = "PostgreSQL"
		advice = "See that PERIMETER_DATABASE_URL is right and that the database server is running and reachable."
	}
	db, err := store.Open(ctx, store.Config{DataDir: data.Data, DatabaseURL: data.DatabaseURL, Logger: logger})
	if err == nil {
		f.store = db
		err = db.Ping(ctx)
	}
	if err != nil {
		result.err, result.advice = withoutSecret(err, data.DatabaseURL), advice
	}
	return result
}

func (f *foundation) layStorage(ctx context.Context, data dataFlags) finding {
	result := finding{part: "storage", detail: "files in " + data.Data}
	advice := "See that this user may write the folder objects in the data folder."
	if data.StorageURL != "" {
		result.detail = "S3"
		advice = "See that PERIMETER_STORAGE_URL, AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY are right and that the bucket exists."
	}
	storage, err := data.openStorage()
	if err == nil {
		f.storage = storage
		err = storage.Check(ctx)
	}
	if err != nil {
		result.err, result.advice = withoutSecret(err, data.StorageURL), advice
	}
	return result
}

// withoutSecret keeps an address that may hold a password out of messages.
func withoutSecret(err error, address string) error {
	if address == "" || !strings.Contains(err.Error(), address) {
		return err
	}
	return errors.New(strings.ReplaceAll(err.Error(), address, "(the address)"))
}

type checkCommand struct {
	dataFlags
	webFlags
	reviewFlags
	chatFlags
}

func (c checkCommand) Run(ctx context.Context, s streams) error {
	f, findings := lay(ctx, c.dataFlags, c.webFlags, c.reviewFlags, slog.New(slog.DiscardHandler))
	defer f.close()
	if c.GoogleLocation != "" && c.reviewFlags.check().err == nil {
		findings = append(findings, c.probe(ctx))
	}
	findings = append(findings, c.chatFlags.check(f.identity))
	for _, finding := range findings {
		fmt.Fprintln(s.out, finding)
	}
	return failures(findings, io.Discard)
}

// failures writes the findings that failed and returns an error if there are
// any.
func failures(findings []finding, w io.Writer) error {
	n := 0
	for _, finding := range findings {
		if finding.err != nil {
			n++
			fmt.Fprintln(w, finding)
		}
	}
	if n > 0 {
		return fmt.Errorf("%d of %d checks failed", n, len(findings))
	}
	return nil
}
