package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"image/png"
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
	return s.cutPower(ctx, r, s.of(2000, 100), nil)
}

// powerLossBesidePostgres does the same with a database on another machine, which has
// kept what it acknowledged: PostgreSQL syncs by itself. What counts is what the server
// writes to its own disk: pictures, keys and backups.
func powerLossBesidePostgres(ctx context.Context, s *setup, r *result) error {
	d, err := s.database(ctx)
	if err != nil {
		return err
	}
	return s.cutPower(ctx, r, s.of(2000, 100), &d)
}

// cutPower tries states of the disk of a site whose database is beside it if d is nil.
func (s *setup) cutPower(ctx context.Context, r *result, states int, d *database) error {
	data, err := os.MkdirTemp(s.dir, "recorded-")
	if err != nil {
		return err
	}
	w, t, err := s.recordWork(ctx, data, d)
	if err != nil {
		return err
	}
	states = cmp.Or(s.number, states)
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

// recordWork creates a site and lets clients work on it, under a recorder.
func (s *setup) recordWork(ctx context.Context, data string, d *database) (*work, *tape, error) {
	w, t := &work{database: d}, newTape(data)
	env := []string{"PATH="}
	if d != nil {
		env = append(env, d.env(d.address))
	}
	creation, service := data+"-creation.strace", data+"-service.strace"
	creating, err := s.recorded(ctx, blackbox.Binary, creation)
	if err != nil {
		return nil, nil, err
	}
	serving, err := s.recorded(ctx, blackbox.Binary, service)
	if err != nil {
		return nil, nil, err
	}
	if err := w.do(deed{kind: "user"}, func() (string, error) {
		return "", blackbox.AddAdministratorBy(ctx, creating, data, env...)
	}); err != nil {
		return nil, nil, err
	}
	h := &site{program: serving, data: data, env: env}
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
	check := []string{"check", "--deep"}
	if w.database != nil {
		copied, drop, err := w.database.copy(ctx)
		if err != nil {
			return err
		}
		defer drop()
		h.env = append(h.env, copied.env(copied.address))
		// The database also knows the pictures that came after the cut, so a deep check
		// would miss their files.
		check = []string{"backups", "verify"}
	}
	if err := h.start(ctx); err != nil {
		return fmt.Errorf("it does not start: %w", err)
	}
	err := w.findIn(ctx, h, cut)
	h.Kill()
	if err != nil || w.database != nil && !w.backedUpBefore(cut) {
		return err
	}
	command := exec.CommandContext(ctx, blackbox.Binary, append(check, "--data", folder)...)
	command.Env = h.env
	if out, err := command.CombinedOutput(); err != nil {
		return fmt.Errorf("the check finds damage: %w\n%s", err, out)
	}
	return nil
}

func (w *work) backedUpBefore(cut time.Time) bool {
	return slices.ContainsFunc(w.done, func(d deed) bool { return d.kind == "backup" && d.acknowledged.Before(cut) })
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
			err = showsPicture(ctx, h.URL+d.name)
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
	if w.database != nil {
		return nil
	}
	// Nothing is half there: what the library shows can be read.
	images, err := office.Images(ctx)
	if err != nil {
		return err
	}
	for _, image := range images {
		if err := showsPicture(ctx, office.Home+image.URL[1:]); err != nil {
			return fmt.Errorf("the library has a picture that cannot be seen: %w", err)
		}
	}
	return nil
}

// showsPicture reports what is wrong with the picture at an address.
func showsPicture(ctx context.Context, address string) error {
	status, body, err := get(ctx, address)
	if err == nil && status != http.StatusOK {
		err = fmt.Errorf("it answers %d", status)
	}
	if err == nil {
		_, err = png.Decode(bytes.NewReader(body))
	}
	if err != nil {
		return fmt.Errorf("%s: %w", address, err)
	}
	return nil
}
