package media

import (
	"context"
	"encoding/json"
	"fmt"

	"perimeter/internal/errs"
	"perimeter/internal/record"
)

// Names is the part of an image that people edit, and that has versions.
type Names struct {
	ID   string `json:"id"`
	URL  string `json:"url"`
	Name string `json:"name"`
	Alt  string `json:"alt"`
}

// Names returns what people edit of the image.
func (i Image) Names() Names { return Names{ID: i.ID, URL: ImageURL(i.ID), Name: i.Name, Alt: i.Alt} }

// keep keeps a version of an image in a transaction that changes its names.
func keep(ctx context.Context, tx Tx, change record.Change, action record.Action, image Image) (*record.Version, error) {
	if err := record.CheckRestoring(ctx, tx, change, record.Image, image.ID); err != nil {
		return nil, err
	}
	if change.Restoring != 0 && action == record.Update {
		action = record.Restore
	}
	version, err := record.NewVersion(record.Image, image.ID, action, change.Actor, image.Names())
	if err == nil {
		tx.Keep(version)
	}
	return version, err
}

// Versioned is the images as the history of the site restores them.
type Versioned struct{ *Library }

// Restore saves the name and the alternative text of a version. A deleted image comes
// back with its file.
func (v Versioned) Restore(ctx context.Context, change record.Change, version record.Version) (record.Restored, error) {
	restored := record.Restored{Version: version}
	var texts Names
	if err := json.Unmarshal(version.Fields, &texts); err != nil {
		return restored, fmt.Errorf("read a version: %w", err)
	}
	saved, err := v.Save(ctx, change, ImageEdit{ID: version.RecordID, Name: &texts.Name, Alt: &texts.Alt})
	restored.Stored = saved.Versions
	if errs.KindOf(err) == errs.NotFound {
		restored.Stored, err = v.bringBack(ctx, change, version.RecordID, texts)
	}
	return restored, err
}

// Delete deletes an image that nothing uses.
func (v Versioned) Delete(ctx context.Context, change record.Change, id string) ([]int64, error) {
	deleted, err := v.Library.Delete(ctx, change, id, false)
	return deleted.Versions, err
}
