package main

import (
	"context"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"time"

	"perimeter/internal/server"
	"perimeter/internal/ssr"
)

// saveInterval is how often the last known pages are saved. They are also saved
// when the server stops.
const saveInterval = 5 * time.Minute

// maxSaved limits how much is saved, before compression. Lists may take half of it.
const maxSaved = 16 << 20

// savedPages is the file that keeps the last known pages and public lists of the
// API for a start without the database. Only PostgreSQL can be away at a start: SQLite is in the data folder.
type savedPages struct {
	file   string
	build  string
	pages  *server.Pages
	lists  *server.Server
	logger *slog.Logger
}

func (f dataFlags) savedPagesFile() string { return filepath.Join(f.Data, "pages.saved") }

// hasSavedPages reports whether a start without the database may be worthwhile.
func (f dataFlags) hasSavedPages() bool {
	_, err := os.Stat(f.savedPagesFile())
	return f.DatabaseURL != "" && err == nil
}

var errNoSavedPages = errors.New("the database does not answer, and there are no saved pages of this release to serve meanwhile; " +
	"see that PERIMETER_DATABASE_URL is right and that the database server is running and reachable")

// restore reads the pages that are served until the database answers.
func (p savedPages) restore() error {
	saved, err := ssr.ReadSaved(p.file, p.build)
	if err != nil {
		p.logger.Warn("the saved pages cannot be read", "error", err.Error())
	}
	if len(saved) == 0 {
		return errNoSavedPages
	}
	p.pages.Restore(saved)
	p.lists.Restore(saved)
	p.logger.Warn("the database does not answer, starting with saved pages", "documents", len(saved))
	return nil
}

// documents returns what is saved.
func (p savedPages) documents() []ssr.SavedDocument {
	lists, size := p.lists.Saved(maxSaved/2), 0
	for _, list := range lists {
		size += len(list.Body)
	}
	return append(p.pages.Saved(maxSaved-size), lists...)
}

// keep saves the pages now and then until ctx ends, and once more then.
func (p savedPages) keep(ctx context.Context) {
	ticker := time.NewTicker(saveInterval)
	defer ticker.Stop()
	var renders uint64
	for ended := false; !ended; {
		select {
		case <-ticker.C:
		case <-ctx.Done():
			ended = true
		}
		if now := p.pages.Renders() + p.lists.Renders(); now != renders {
			renders = now
			if err := ssr.WriteSaved(p.file, p.build, p.documents()); err != nil {
				p.logger.Warn("the pages could not be saved", "error", err.Error())
			}
		}
	}
}
