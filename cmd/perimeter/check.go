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

	"perimeter/internal/chat"
	"perimeter/internal/company"
	"perimeter/internal/errs"
	"perimeter/internal/media"
	"perimeter/internal/store"
)

// checkResult is the result of one part of the self-test.
type checkResult struct {
	part   string
	detail string // what was found
	err    error  // what is wrong
	advice string // how to fix it
}

// warning reports whether the server can run in spite of the problem.
func (r checkResult) warning() bool { return r.err == nil && r.advice != "" }

func (r checkResult) String() string {
	switch {
	case r.err != nil:
		return fmt.Sprintf("FAIL  %-13s %s\n      %-13s %s", r.part, forPeople(r.err), "", r.advice)
	case r.warning():
		return fmt.Sprintf("WARN  %-13s %s\n      %-13s %s", r.part, r.detail, "", r.advice)
	default:
		return fmt.Sprintf("ok    %-13s %s", r.part, r.detail)
	}
}

// dependencies are what the server needs to run.
type dependencies struct {
	siteFile *company.Document // nil if none is given
	company  *company.Company
	store    *store.Store
	storage  media.Storage
}

func (d dependencies) close() error {
	if d.store == nil {
		return nil
	}
	return d.store.Close()
}

// openDependencies opens everything that the flags name and tests it. It always
// returns all results, so that everything can be fixed at once; the dependencies
// are complete only if no result is an error.
func openDependencies(
	ctx context.Context, data dataFlags, web webFlags, reviews reviewFlags, how openOptions, logger *slog.Logger,
) (dependencies, []checkResult) {
	d := dependencies{company: company.Fixed(company.Sample())} // until the database is open
	results := []checkResult{d.openSiteFile(data), checkBaseURL(web), checkFolder(data)}
	if results[2].err == nil {
		results = append(results, d.openStore(ctx, data, how, logger), d.openStorage(ctx, data))
	} else {
		// Opening them would create what the folder lacks.
		for _, part := range []string{"database", "storage"} {
			results = append(results, checkResult{part: part, detail: "not tried", advice: "Correct the data folder first."})
		}
	}
	return d, append(results, web.httpsFlags.check(web.BaseURL), checkClientIPs(web), reviews.check())
}

// openOptions say how the dependencies are opened.
type openOptions struct {
	store.Config
	thorough bool // the whole database is checked, which takes time
}

func (d *dependencies) openSiteFile(data dataFlags) checkResult {
	result := checkResult{part: "site file", detail: data.Site}
	if data.Site == "" {
		result.detail = "none; the company is edited in the back office"
	}
	if d.siteFile, result.err = data.siteFile(); result.err != nil {
		result.advice = "Correct the file, or leave out --site to edit the company in the back office."
	}
	return result
}

// checkCompany says whose facts the site shows.
func (d *dependencies) checkCompany(ctx context.Context) checkResult {
	result := checkResult{part: "company"}
	if d.store == nil {
		result.detail, result.advice = "not tried", "Correct the database first."
		return result
	}
	record, err := d.company.Current(ctx)
	switch {
	case err != nil:
		result.err, result.advice = err, "See that the database can be read."
	case record.IsSample():
		result.detail = "the site still shows a sample company: " + record.Name
		result.advice = "Sign in at /admin and open Company, or write a site file and run: perimeter company import"
	default:
		result.detail = record.Name
	}
	return result
}

func checkBaseURL(web webFlags) checkResult {
	result := checkResult{part: "base URL"}
	base, err := web.baseURL(nil)
	if err != nil {
		result.err, result.advice = err, "Set --base-url or PERIMETER_BASE_URL to the address that visitors type, such as https://www.example.com."
		return result
	}
	result.detail = base.String()
	if base.Scheme == "http" && !isLoopback(base) {
		result.detail += " is not encrypted, so passwords could be read on their way"
		result.advice = "Set --domain to the name of the site, or put a proxy with a certificate in front and set --base-url to its https:// address."
	}
	return result
}

// checkClientIPs warns if limits by client would apply to all visitors together.
func checkClientIPs(web webFlags) checkResult {
	result := checkResult{part: "client IPs", detail: "those of the connections"}
	if len(web.TrustedProxies) > 0 {
		result.detail = "those that trusted proxies report"
	}
	if web.behindUnknownProxy() {
		result.detail = "all visitors have the IP of the proxy, so one of them can use up the sign-in and chat limits of all"
		result.advice = "Set --trusted-proxies or PERIMETER_TRUSTED_PROXIES to the proxy's network, such as 127.0.0.0/8."
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

// checkFolder checks who can read the data folder, which holds secrets.
func checkFolder(data dataFlags) checkResult {
	result := checkResult{part: "data folder", detail: data.Data}
	info, err := os.Stat(data.Data)
	if errors.Is(err, os.ErrNotExist) {
		// Nothing to protect yet: create it with the right mode.
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
	case data.lostDatabase():
		result.err = fmt.Errorf("%s: %w", data.Data, errLostDatabase)
		result.advice = "Restore the last backup with perimeter restore, or choose an empty folder with --data to begin a new site."
	case info.Mode().Perm()&0o007 != 0:
		result.detail += " can be read by every user of this machine"
		result.advice = fmt.Sprintf("Run: chmod o-rwx %s", data.Data)
	}
	return result
}

func (d *dependencies) openStore(ctx context.Context, data dataFlags, how openOptions, logger *slog.Logger) checkResult {
	result := checkResult{part: "database", detail: "SQLite in " + data.Data}
	advice := "See that the data folder is on a local disk with free space and that this user may write it."
	if data.DatabaseURL != "" {
		result.detail = "PostgreSQL"
		advice = "See that PERIMETER_DATABASE_URL is right and that the database server is running and reachable."
	}
	how.Logger = logger
	db, err := data.openStore(ctx, how.Config)
	if err == nil {
		d.store = db
		d.company = company.New(company.Config{Store: db.Company(), File: d.siteFile})
		if !db.Started() {
			result.detail, result.advice = "PostgreSQL does not answer", advice
			return result
		}
		if err = db.Ping(ctx); err == nil {
			err = db.Check(ctx, how.thorough)
		}
	}
	switch {
	case errs.KindOf(err) == errs.Full:
		advice = "Free some space on the disk of the database."
	case errors.Is(err, store.ErrDamaged):
		advice = "Keep a copy of the database, then restore the last backup with: perimeter restore"
	}
	switch {
	case errors.Is(err, store.ErrInUse):
		advice = "See that only one server uses the data folder and that no restore is running."
	case errors.As(err, new(*store.SchemaError)):
		advice = "See that this is the release that the server runs. If it is an upgrade, make a backup first."
	}
	if err != nil {
		result.err, result.advice = withoutSecret(err, data.DatabaseURL), advice
	}
	return result
}

func (d *dependencies) openStorage(ctx context.Context, data dataFlags) checkResult {
	result := checkResult{part: "storage", detail: "files in " + data.Data}
	advice := "See that this user may write the folder objects in the data folder."
	if data.StorageURL != "" {
		result.detail = "S3"
		advice = "See that PERIMETER_STORAGE_URL, AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY are right and that the bucket exists."
	}
	storage, err := data.openStorage()
	if err == nil {
		d.storage = storage
		err = storage.Check(ctx)
	}
	if errs.KindOf(err) == errs.Full {
		// Not a failure: the pages can be served, and deleting makes room.
		result.detail += " has no space left: nothing can be uploaded"
		result.advice = "Free some space, or delete images that are not used."
		return result
	}
	if err != nil {
		result.err, result.advice = withoutSecret(err, data.StorageURL), advice
	}
	return result
}

// checkUploads reads every image.
func (d *dependencies) checkUploads(ctx context.Context) checkResult {
	result := checkResult{part: "uploads"}
	checked, problems, err := media.New(media.Config{Store: d.store.Media(), Storage: d.storage}).Verify(ctx)
	result.detail = fmt.Sprintf("%d images read", checked)
	switch {
	case err != nil:
		result.err, result.advice = err, "See that the database and the storage can be read."
	case len(problems) > 0:
		result.err = fmt.Errorf("%d files are missing or changed: %s", len(problems), strings.Join(problems, " "))
		result.advice = "Restore the last backup with perimeter restore, or delete these images and upload them again."
	}
	return result
}

// checkChatPhotos reads every photo of the chat.
func (d *dependencies) checkChatPhotos(ctx context.Context) checkResult {
	result := checkResult{part: "chat photos"}
	checked, problems, err := chat.New(chat.Config{Store: d.store.Chat()}).VerifyPhotos(ctx)
	result.detail = fmt.Sprintf("%d photos read", checked)
	switch {
	case err != nil:
		result.err, result.advice = err, "See that the database can be read."
	case len(problems) > 0:
		result.err = fmt.Errorf("%d photos are missing or changed: %s", len(problems), strings.Join(problems, " "))
		result.advice = "Restore the last backup with perimeter restore, or delete the conversations that they belong to."
	}
	return result
}

// withoutSecret removes a URL that may hold a password from a message.
func withoutSecret(err error, url string) error {
	if url == "" || !strings.Contains(err.Error(), url) {
		return err
	}
	return errors.New(strings.ReplaceAll(err.Error(), url, "(the URL)"))
}

type checkCommand struct {
	dataFlags
	webFlags
	reviewFlags
	chatFlags
	serverFlags
	backupFlags
	Deep    bool `help:"Also read every uploaded image and every photo of the chat, and compare it with its record."`
	Notices bool `help:"Also send a test notice on every channel, and say how the last notices went."`
}

func (c checkCommand) Run(ctx context.Context, s streams) error {
	d, results := openDependencies(ctx, c.dataFlags, c.webFlags, c.reviewFlags, openOptions{Config: mayCreate, thorough: true}, slog.New(slog.DiscardHandler))
	defer d.close()
	results = append(results, c.checkUploadTTL(), c.tryBackups(ctx, c.dataFlags))
	results = append(results, c.checkGoogle(ctx, d)...)
	results = append(results, d.checkCompany(ctx), c.chatFlags.check(ctx, d.company))
	if c.Deep && d.store != nil && d.storage != nil {
		results = append(results, d.checkUploads(ctx), d.checkChatPhotos(ctx))
	}
	if c.Notices && d.store != nil {
		results = append(results, c.checkNotices(ctx, d)...)
	}
	for _, result := range results {
		fmt.Fprintln(s.out, result)
	}
	return failures(results, io.Discard)
}

// failures writes the failed results and returns an error if there are any.
func failures(results []checkResult, w io.Writer) error {
	n := 0
	for _, result := range results {
		if result.err != nil {
			n++
			fmt.Fprintln(w, result)
		}
	}
	if n > 0 {
		return fmt.Errorf("%d of %d checks failed", n, len(results))
	}
	return nil
}
