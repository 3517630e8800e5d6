package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"os"
	"strings"
	"time"

	"perimeter/internal/company"
	"perimeter/internal/errs"
	"perimeter/internal/imaging"
	"perimeter/internal/media"
	"perimeter/internal/reviews"
	"perimeter/internal/server"
	"perimeter/internal/site"
	"perimeter/internal/ssr"
	"perimeter/internal/store"
	"perimeter/internal/temporary"
	"perimeter/web"
)

// pageCommand prints a page as its content was at a time.
type pageCommand struct {
	dataFlags
	webFlags
	At   string `help:"The time, as 2026-05-14T09:30:00Z, or 2026-05-14 09:30 in the company's time zone; empty means now." placeholder:"TIME"`
	Path string `arg:"" help:"Path of the page, such as /services."`
}

// Run copies what was published then into a temporary database and renders the
// page from it.
func (c pageCommand) Run(ctx context.Context, s streams) error {
	if !strings.HasPrefix(c.Path, "/") {
		return fmt.Errorf("the path %q must begin with a slash, such as /services", c.Path)
	}
	base, err := c.baseURL(nil)
	if err != nil {
		return err
	}
	file, err := c.siteFile()
	if err != nil {
		return err
	}
	db, storage, err := c.openData(ctx, mustExist)
	if err != nil {
		return err
	}
	defer db.Close()
	at, err := c.time(ctx, company.New(company.Config{Store: db.Company(), File: file}))
	if err != nil {
		return err
	}
	if err := warnAboutTime(ctx, db, at, s); err != nil {
		return err
	}
	then, err := copyAt(ctx, db, at)
	if err != nil {
		return err
	}
	defer then.close()

	clock := func() time.Time { return at }
	companyThen := company.New(company.Config{Store: then.Company(), File: file, Clock: clock})
	library := media.New(media.Config{Store: db.Media(), Storage: storage, Codec: imaging.New()})
	siteThen := site.New(site.Config{
		Store: then.Site(), Company: companyThen, Images: library, Clock: clock,
		Reviews: reviews.New(reviews.Config{
			Store: db.Reviews(), PhotoPath: server.ReviewPhotosPath,
			Location: func(ctx context.Context) *time.Location { return companyThen.Latest(ctx).Location() },
		}),
	})
	logger := slog.New(slog.DiscardHandler)
	renderer, err := ssr.New(web.Dist(), ssr.Options{Logger: logger})
	if err != nil {
		return err
	}
	defer renderer.Close()
	pages, err := server.NewPages(server.PagesConfig{
		Site: siteThen, Company: companyThen, Renderer: renderer, Bundle: web.Dist(), BaseURL: base, Logger: logger,
		ThemeVersion: renderer.ThemeVersion(),
	})
	if err != nil {
		return err
	}
	return printPage(ctx, pages, c.Path, s)
}

// time parses the time.
func (c pageCommand) time(ctx context.Context, current *company.Company) (time.Time, error) {
	if c.At == "" {
		return time.Now(), nil
	}
	record, err := current.Current(ctx)
	if err != nil {
		return time.Time{}, err
	}
	return parseTime(c.At, record.Location())
}

// warnAboutTime says what the page is not: a copy of what visitors saw.
func warnAboutTime(ctx context.Context, db *store.Store, at time.Time, s streams) error {
	fmt.Fprintf(s.err, "The content is that of %s. Today's code renders it, with today's images, reviews and redirects.\n",
		at.UTC().Format(time.RFC3339))
	begins, err := db.HistoryBegins(ctx)
	if errs.KindOf(err) == errs.NotFound {
		return errors.New("there is no history yet: start the server of this release once")
	}
	if err == nil && at.Before(begins) {
		fmt.Fprintf(s.err, "Warning: the history begins at %s. What was there then is shown as it was at that moment.\n",
			begins.Format(time.RFC3339))
	}
	return err
}

// temporaryStore is a database that is deleted when it is closed.
type temporaryStore struct {
	*store.Store
	dir string
}

func (t temporaryStore) close() error { return errors.Join(t.Close(), os.RemoveAll(t.dir)) }

// copyAt returns a temporary store with what was published at the time.
func copyAt(ctx context.Context, from *store.Store, at time.Time) (temporaryStore, error) {
	dir, err := temporary.NewFolder("perimeter-page-")
	if err != nil {
		return temporaryStore{}, err
	}
	db, err := store.Open(ctx, store.Config{DataDir: dir})
	if err != nil {
		return temporaryStore{}, errors.Join(err, os.RemoveAll(dir))
	}
	then := temporaryStore{db, dir}
	err = db.CopyAt(ctx, from, at)
	if err == nil {
		// A backup may have brought versions that no save has checked.
		_, err = site.CleanStored(ctx, db.Site())
	}
	if err != nil {
		return temporaryStore{}, errors.Join(err, then.close())
	}
	return then, nil
}

// printPage writes the response of a path to standard output.
func printPage(ctx context.Context, pages http.Handler, path string, s streams) error {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, path, nil)
	if err != nil {
		return err
	}
	response := &pageResponse{header: http.Header{}}
	pages.ServeHTTP(response, request)
	if _, err := s.out.Write(response.body.Bytes()); err != nil {
		return err
	}
	if location := response.header.Get("Location"); location != "" {
		return fmt.Errorf("%s redirects to %s", path, location)
	}
	if response.status >= http.StatusBadRequest {
		return fmt.Errorf("%s was answered with status %d", path, response.status)
	}
	return nil
}

// pageResponse keeps a response.
type pageResponse struct {
	header http.Header
	status int
	body   bytes.Buffer
}

func (r *pageResponse) Header() http.Header { return r.header }

func (r *pageResponse) WriteHeader(status int) { r.status = status }

func (r *pageResponse) Write(b []byte) (int, error) { return r.body.Write(b) }
