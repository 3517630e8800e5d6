package main

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"perimeter/internal/testkit/blackbox"
)

// powerLoss records what the server writes while people work, builds what power cuts may
// leave of it on the disk, and starts the server on each.
func powerLoss(ctx context.Context, s *setup, r *result) error {
	data := filepath.Join(s.dir, "recorded")
	if err := os.Mkdir(data, 0o700); err != nil {
		return err
	}
	w, t, err := s.recordWork(ctx, data)
	if err != nil {
		return err
	}
	states := cmp.Or(s.number, s.of(2000, 20))
	broken := count("states that are broken")
	started, err := s.tryStates(ctx, t.disk, w, states, broken)
	if err != nil {
		return err
	}
	r.note("seed", int(s.seed))
	r.note("changes of files and folders", t.disk.changes)
	r.atLeast("syncs", len(t.disk.syncs)/2, 50)
	r.atLeast("acknowledged", len(w.done), 50)
	r.atLeast("states", started, states)
	r.none(broken)
	return nil
}

// work is what clients have done, with the time at which each thing was acknowledged.
type work struct {
	office *blackbox.Client
	mu     sync.Mutex
	done   []deed
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

// recordWork creates a site and lets clients work on it, under a recorder.
func (s *setup) recordWork(ctx context.Context, data string) (*work, *tape, error) {
	w, t := &work{}, newTape(data)
	creation, service := filepath.Join(s.dir, "creation.strace"), filepath.Join(s.dir, "service.strace")
	creating, err := s.recorded(ctx, blackbox.Binary, creation)
	if err != nil {
		return nil, nil, err
	}
	serving, err := s.recorded(ctx, blackbox.Binary, service)
	if err != nil {
		return nil, nil, err
	}
	if err := w.do(deed{kind: "user"}, func() (string, error) {
		return "", blackbox.AddAdministratorBy(ctx, creating, data, "PATH=")
	}); err != nil {
		return nil, nil, err
	}
	h := &site{program: serving, data: data, env: []string{"PATH="}}
	if err := h.start(ctx); err != nil {
		return nil, nil, err
	}
	err = w.everything(ctx, h)
	h.Kill()
	for _, recording := range []string{creation, service} {
		if err == nil {
			err = recordingEnds(ctx, recording)
		}
		if err == nil {
			err = t.add(recording)
		}
	}
	return w, t, err
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

// tryStates starts the server on states of the disk, two at a time, and returns how many
// it has tried.
func (s *setup) tryStates(ctx context.Context, d *disk, w *work, states int, broken *counter) (int, error) {
	var next atomic.Int64
	errs := make([]error, 2)
	var group sync.WaitGroup
	for worker := range errs {
		group.Go(func() {
			for errs[worker] == nil && ctx.Err() == nil {
				n := int(next.Add(1)) - 1
				if n >= states {
					return
				}
				errs[worker] = s.tryState(ctx, d, w, n, broken)
			}
		})
	}
	group.Wait()
	for _, err := range errs {
		if err != nil {
			return 0, err
		}
	}
	return min(int(next.Load()), states), ctx.Err()
}

// tryState builds the nth state and looks for what is wrong with it.
func (s *setup) tryState(ctx context.Context, d *disk, w *work, n int, broken *counter) error {
	random := rand.New(rand.NewPCG(s.seed, uint64(n)))
	point := d.syncs[random.IntN(len(d.syncs))]
	folder := filepath.Join(s.dir, fmt.Sprintf("state-%d", n))
	if err := d.leave(folder, point.number, random); err != nil {
		return err
	}
	if err := w.find(ctx, folder, point.at); err != nil && ctx.Err() == nil {
		kept := filepath.Join(os.TempDir(), fmt.Sprintf("perimeter-power-loss-%d-%d", s.seed, n))
		if err := os.Rename(folder, kept); err != nil {
			return err
		}
		broken.add("state %d after change %d, kept in %s: %v", n, point.number, kept, err)
	}
	return os.RemoveAll(folder)
}

// find starts the server on a folder and looks for everything that was acknowledged before
// the power was cut.
func (w *work) find(ctx context.Context, folder string, cut time.Time) error {
	h := &site{data: folder, env: []string{"PATH="}}
	if err := h.start(ctx); err != nil {
		return fmt.Errorf("it does not start: %w", err)
	}
	err := w.findIn(ctx, h, cut)
	h.Kill()
	if err != nil {
		return err
	}
	check := exec.CommandContext(ctx, blackbox.Binary, "check", "--deep", "--data", folder)
	check.Env = h.env
	if out, err := check.CombinedOutput(); err != nil {
		return fmt.Errorf("the check finds damage: %w\n%s", err, out)
	}
	return nil
}

// findIn compares a site with what was acknowledged.
func (w *work) findIn(ctx context.Context, h *site, cut time.Time) error {
	status, body, err := get(ctx, h.URL+"api/blog-posts")
	var list struct {
		Data []struct{ Slug, Content string }
	}
	if err == nil {
		err = json.Unmarshal(body, &list)
	}
	if err != nil {
		return fmt.Errorf("the list of posts answered %d: %w", status, err)
	}
	versions := map[string]int{}
	for _, p := range list.Data {
		versions[p.Slug] = versionIn(p.Content)
	}
	var office *blackbox.Client
	for _, d := range w.done {
		if !d.acknowledged.Before(cut) {
			continue
		}
		version, there := versions[d.name]
		switch {
		case d.kind == "sign-in":
			office = w.office.At(h.URL)
		case d.kind == "post" && !there:
			err = fmt.Errorf("%s is not there", d.name)
		case d.kind == "post" && version < d.version:
			err = fmt.Errorf("%s has version %d, %d was acknowledged", d.name, version, d.version)
		case d.kind == "deletion" && there:
			err = fmt.Errorf("%s is there again", d.name)
		case d.kind == "picture":
			if status, _, err = get(ctx, h.URL+d.name); err == nil && status != http.StatusOK {
				err = fmt.Errorf("%s answers %d", d.name, status)
			}
		}
		if err != nil {
			return err
		}
	}
	if office == nil {
		return nil
	}
	return w.findAsStaff(ctx, office, cut)
}

// findAsStaff looks for what only the back office shows.
func (w *work) findAsStaff(ctx context.Context, office *blackbox.Client, cut time.Time) error {
	var inbox struct {
		Data struct {
			Conversations []struct{ LastText string }
		}
	}
	if err := office.Call(ctx, http.MethodGet, "api/admin/chat", nil, &inbox); err != nil {
		return err
	}
	for _, d := range w.done {
		if !d.acknowledged.Before(cut) {
			continue
		}
		switch d.kind {
		case "message":
			if !slices.Contains(inbox.Data.Conversations, struct{ LastText string }{d.name}) {
				return fmt.Errorf("the inbox lacks %q", d.name)
			}
		case "backup":
			if err := listsBackup(ctx, office); err != nil {
				return err
			}
		}
	}
	// Nothing is half there: what the library shows can be read.
	images, err := office.Images(ctx)
	if err != nil {
		return err
	}
	for _, image := range images {
		if status, _, err := get(ctx, office.Home+image.URL[1:]); err != nil || status != http.StatusOK {
			return fmt.Errorf("%s is in the library and answers %d (%w)", image.URL, status, err)
		}
	}
	return nil
}
