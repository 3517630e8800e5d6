package media

import (
	"context"
	"encoding/json"
	"fmt"

	"perimeter/internal/errs"
)

// Versioned is the images as the history of the site restores them. Their files
// have no versions, so a deleted image does not come back.
type Versioned struct{ *Library }

// Restore saves the name and the alternative text of a version.
func (v Versioned) Restore(ctx context.Context, id string, fields []byte) error {
	if id == "" {
		return errs.Errorf(errs.Conflict, "The file of this image was deleted. Upload the image again.")
	}
	var edit ImageEdit
	if err := json.Unmarshal(fields, &edit); err != nil {
		return fmt.Errorf("read a version: %w", err)
	}
	edit.ID = id
	_, err := v.Save(ctx, edit)
	return err
}

// Delete deletes an image that nothing uses.
func (v Versioned) Delete(ctx context.Context, id string) error {
	_, err := v.Library.Delete(ctx, id, false)
	return err
}
