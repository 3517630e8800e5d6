package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"sync"
	"time"

	"perimeter/internal/testkit/blackbox"
)

// work is what clients have done, with the time at which each thing was acknowledged.
type work struct {
	office *blackbox.Client
	// database is that of another machine; nil means a file among the others.
	database *database
	mu       sync.Mutex
	done     []deed
}

// deed is something that was acknowledged, or asked for and never answered.
type deed struct {
	asked, acknowledged time.Time
	kind, name          string
	version             int
}

// do does something and notes that it was acknowledged.
func (w *work) do(d deed, run func() (name string, err error)) error {
	d.asked = time.Now()
	name, err := run()
	if err != nil {
		return fmt.Errorf("%s %s: %w", d.kind, d.name, err)
	}
	d.acknowledged, d.name = time.Now(), name
	w.mu.Lock()
	defer w.mu.Unlock()
	w.done = append(w.done, d)
	return nil
}

// everything lets several people work at once.
func (w *work) everything(ctx context.Context, h *site) error {
	if err := w.do(deed{kind: "sign-in"}, func() (_ string, err error) {
		w.office, err = blackbox.SignIn(ctx, h.URL)
		return "", err
	}); err != nil {
		return err
	}
	jobs := []func(context.Context, *site) error{w.posts("first"), w.posts("second"), w.pictures, w.messages, w.deletions, w.backups}
	errs := make([]error, len(jobs))
	var group sync.WaitGroup
	for i, job := range jobs {
		group.Go(func() { errs[i] = job(ctx, h) })
	}
	group.Wait()
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// posts creates posts and saves each twice again.
func (w *work) posts(name string) func(context.Context, *site) error {
	return func(ctx context.Context, _ *site) error {
		for i := range 8 {
			p := &post{slug: fmt.Sprintf("%s-%d", name, i)}
			for version := range 3 {
				if err := w.do(deed{kind: "post", version: version}, func() (string, error) {
					return p.slug, p.save(ctx, w.office, version)
				}); err != nil {
					return err
				}
			}
		}
		return nil
	}
}

// deletions creates posts and deletes them again.
func (w *work) deletions(ctx context.Context, _ *site) error {
	for i := range 5 {
		p := &post{slug: fmt.Sprintf("deleted-%d", i)}
		if err := p.save(ctx, w.office, 0); err != nil {
			return err
		}
		if err := w.do(deed{kind: "deletion"}, func() (string, error) {
			return p.slug, w.office.Call(ctx, http.MethodDelete, fmt.Sprintf("api/admin/blog-posts/%d", p.id), nil, nil)
		}); err != nil {
			return err
		}
	}
	return nil
}

func (w *work) pictures(ctx context.Context, _ *site) error {
	for range 8 {
		if err := w.do(deed{kind: "picture"}, func() (string, error) {
			return w.office.Upload(ctx, "image/png", smallPicture())
		}); err != nil {
			return err
		}
	}
	return nil
}

func (w *work) messages(ctx context.Context, h *site) error {
	for i := range 8 {
		text := fmt.Sprintf("message %d", i)
		if err := w.do(deed{kind: "message"}, func() (string, error) { return text, write(ctx, h.URL, text) }); err != nil {
			return err
		}
	}
	return nil
}

// backups makes a backup and waits for it.
func (w *work) backups(ctx context.Context, _ *site) error {
	if err := w.office.Call(ctx, http.MethodPost, "api/admin/backups", nil, nil); err != nil {
		return err
	}
	return w.do(deed{kind: "backup"}, func() (string, error) {
		return "", eventually(ctx, recoveryLimit, func() error { return listsBackup(ctx, w.office) })
	})
}

func listsBackup(ctx context.Context, office *blackbox.Client) error {
	var list struct{ Data []json.RawMessage }
	err := office.Call(ctx, http.MethodGet, "api/admin/backups", nil, &list)
	if err == nil && len(list.Data) == 0 {
		err = fmt.Errorf("there is no backup")
	}
	return err
}
