package health

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"time"
)

const (
	// sampleInterval is how often it is stored how much of the disk is free.
	sampleInterval = time.Hour
	// samplePeriod is how long that is kept: growth is told by the last week.
	samplePeriod = 7 * 24 * time.Hour
	// growthPeriod is the shortest time that says something about a day's growth.
	growthPeriod = 6 * time.Hour

	// Below fullBytes the site will soon refuse to save, and below lowBytes it is time
	// to make room.
	fullBytes = 200e6
	lowBytes  = 1e9
	// fullDays and lowDays are the same for the days that are left.
	fullDays = 3
	lowDays  = 14
)

// sample is how much of a disk was free.
type sample struct {
	At   time.Time `json:"at"`
	Free int64     `json:"free"`
}

// disk is the disk of a folder.
type disk struct {
	dir  string
	free func(dir string) (int64, error)

	mu      sync.Mutex
	read    bool
	samples []sample // oldest first
}

// file remembers the samples across restarts.
func (d *disk) file() string { return filepath.Join(d.dir, "disk.json") }

// sample stores how much is free, once an hour.
func (d *disk) sample(now time.Time) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.readSamples(now)
	if n := len(d.samples); n > 0 && now.Sub(d.samples[n-1].At) < sampleInterval {
		return nil
	}
	free, err := d.free(d.dir)
	if err != nil {
		return err
	}
	d.samples = append(d.samples, sample{now.UTC(), free})
	for now.Sub(d.samples[0].At) > samplePeriod {
		d.samples = d.samples[1:]
	}
	content, err := json.Marshal(d.samples)
	if err != nil {
		return err
	}
	// Not atomic: a file that cannot be read is begun anew.
	return os.WriteFile(d.file(), content, 0o600)
}

// readSamples reads what earlier processes have stored, once.
func (d *disk) readSamples(now time.Time) {
	if d.read {
		return
	}
	d.read = true
	content, err := os.ReadFile(d.file())
	if err == nil {
		err = json.Unmarshal(content, &d.samples)
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		d.samples = nil
	}
	for i, s := range d.samples {
		if s.At.After(now) { // the clock was wrong
			d.samples = d.samples[:i]
			break
		}
	}
}

// daysLeft returns in how many days the disk is full if it goes on as in the last week;
// known is false if that cannot be told.
func (d *disk) daysLeft(now time.Time, free int64) (days float64, known bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if len(d.samples) == 0 {
		return 0, false
	}
	oldest := d.samples[0]
	passed := now.Sub(oldest.At)
	grown := oldest.Free - free
	if passed < growthPeriod || grown <= 0 {
		return 0, false
	}
	return float64(free) / (float64(grown) / passed.Hours() * 24), true
}

func (h *Health) diskLine(context.Context) (Line, error) {
	free, err := h.disk.free(h.disk.dir)
	if err != nil {
		return Line{}, err
	}
	days, growing := h.disk.daysLeft(h.Clock.Now(), free)
	line := Line{Level: OK, Text: size(free) + " are free. The disk is not filling up."}
	if growing {
		line.Text = fmt.Sprintf("%s are free. At today's growth the disk is full in %s.", size(free), daysText(days))
	}
	switch {
	case free < fullBytes || growing && days < fullDays:
		line.Level = Problem
	case free < lowBytes || growing && days < lowDays:
		line.Level = Attention
	}
	if line.Level != OK {
		line.Advice = "Delete what is not needed on the disk of the data folder, or move to a larger one. Backups can be kept elsewhere with --backup-to."
	}
	return line, nil
}

func daysText(days float64) string {
	if days > 3650 {
		return "more than ten years"
	}
	return count(int(days), "day", "days")
}
