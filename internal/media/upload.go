package media

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"mime"
	"strings"
	"time"

	"perimeter/internal/errs"
	"perimeter/internal/record"
	"perimeter/internal/validate"
)

// MaxUploadBytes is the largest file that may be uploaded.
const MaxUploadBytes = 5_242_880

// finishGrace is how long after its expiry an upload can still be finished,
// because its file may be on the way.
const finishGrace = time.Hour

// Upload is the permission to send one file. It is kept for a while after the
// file has arrived, so that a file that is sent again is found and deleted.
type Upload struct {
	ID        string
	TokenHash [32]byte // of the secret in the URL; zero if the storage checks it
	Name      string   // the future name of the image
	Type      string   // the media type that was announced, or ""
	Size      int64    // the size that was announced, or 0
	ExpiresAt time.Time
	// SessionHash identifies the session that asked for the upload, which ends
	// with it.
	SessionHash [32]byte
}

// UploadRequest announces a file. The file that is sent must be as announced.
type UploadRequest struct {
	Name string `json:"name,omitempty" doc:"What the image will be called"`
	Type string `json:"type,omitempty" format:"media-type" doc:"The file's media type"`
	Size int64  `json:"size,omitempty" doc:"The file's size in bytes"`
	// SessionHash identifies the session that asks.
	SessionHash [32]byte `json:"-"`
}

// UploadTicket is the answer to an UploadRequest.
type UploadTicket struct {
	// ID is the upload's.
	ID string
	// UploadURL is where to send the file by PUT: a path on this site if it
	// begins with a slash, otherwise a URL of the storage.
	UploadURL string
	// ImageURL is the image's URL once the file has arrived.
	ImageURL string
}

// UploadedFile is a file that a browser sends to this site.
type UploadedFile struct {
	ID    string // the upload's
	Token string
	Type  string // the media type that the sender claims
	Size  int64  // or -1 if it is not known yet
	Body  io.Reader
	// Begin is called before Body is read, once the token and the claims are
	// known to be right, with the name of the user who asked for the upload. Its
	// error ends the upload. It may be nil.
	Begin func(username string) error
}

// RequestUpload makes a URL to which one image can be sent, once and for a short
// time.
func (l *Library) RequestUpload(ctx context.Context, request UploadRequest) (UploadTicket, error) {
	request.Name = strings.TrimSpace(request.Name)
	if err := validate.First(
		validate.Field{Name: "name", Value: request.Name}.Within(validate.MaxLine),
		checkAnnouncedType(request.Type),
		checkUploadSize(request.Size),
	); err != nil {
		return UploadTicket{}, err
	}
	now := l.clock.Stamp()
	upload := Upload{
		ID: rand.Text(), Name: request.Name, Type: request.Type, Size: request.Size,
		ExpiresAt: now.Add(l.uploadTTL), SessionHash: request.SessionHash,
	}
	if upload.Name == "" {
		upload.Name = fmt.Sprintf("Image-%d", now.UnixMilli())
	}
	uploadURL, err := l.storage.UploadURL(ctx, UploadsDir+upload.ID,
		UploadTerms{ExpiresIn: l.uploadTTL, Type: upload.Type, Size: upload.Size})
	if err != nil {
		return UploadTicket{}, err
	}
	if uploadURL == "" {
		token := rand.Text()
		upload.TokenHash = sha256.Sum256([]byte(token))
		uploadURL = ImageURL(upload.ID) + "?token=" + token
	}
	if err := l.store.Write(ctx, func(tx Tx) error { return tx.PutUpload(ctx, upload) }); err != nil {
		return UploadTicket{}, err
	}
	return UploadTicket{ID: upload.ID, UploadURL: uploadURL, ImageURL: ImageURL(upload.ID)}, nil
}

// ReceiveUpload adds a file to the library that was sent to an upload URL of
// this site.
func (l *Library) ReceiveUpload(ctx context.Context, file UploadedFile) (Image, error) {
	upload, err := l.openUpload(ctx, file.ID, file.Token)
	if err != nil {
		return Image{}, err
	}
	if err := validate.First(upload.checkType(file.Type), upload.checkSize(file.Size)); err != nil {
		return Image{}, err
	}
	username, actor, err := l.checkSession(ctx, upload)
	if err != nil {
		return Image{}, err
	}
	if file.Begin != nil {
		if err := file.Begin(username); err != nil {
			return Image{}, err
		}
	}
	data, err := readUpload(file.Body, file.Size)
	if err != nil {
		return Image{}, err
	}
	if err := upload.checkSize(int64(len(data))); err != nil {
		return Image{}, err
	}
	accepted, err := l.accept(ctx, actor, upload, data)
	return accepted.Record, err
}

// openUpload returns the upload if the token belongs to it and it has neither
// expired nor been used.
func (l *Library) openUpload(ctx context.Context, id, token string) (Upload, error) {
	upload, err := l.store.Upload(ctx, id)
	if err != nil && errs.KindOf(err) != errs.NotFound {
		return Upload{}, err
	}
	hash := sha256.Sum256([]byte(token))
	if err != nil || subtle.ConstantTimeCompare(hash[:], upload.TokenHash[:]) != 1 {
		return Upload{}, errs.Errorf(errs.Forbidden, "This upload address is not valid. Please start the upload again.")
	}
	if !l.clock.Now().Before(upload.ExpiresAt) {
		return Upload{}, errs.Errorf(errs.Forbidden, "This upload address has expired. Please start the upload again.")
	}
	if _, err := l.store.ImageByUpload(ctx, id); errs.KindOf(err) != errs.NotFound {
		return Upload{}, validate.First(err, errUploadUsed())
	}
	return upload, nil
}

// checkSession returns who asked for the upload, or Forbidden if the session has
// ended since.
func (l *Library) checkSession(ctx context.Context, upload Upload) (username string, actor record.Actor, err error) {
	if l.sessions == nil {
		return "", record.Actor{}, nil
	}
	id, username, name, err := l.sessions.SessionUser(ctx, upload.SessionHash)
	if kind := errs.KindOf(err); kind == errs.Unauthorized || kind == errs.Forbidden {
		return "", record.Actor{}, errs.Errorf(errs.Forbidden, "Whoever started this upload has signed out. Please start the upload again.")
	}
	return username, record.Actor{UserID: id, User: name}, err
}

func errUploadUsed() error {
	return errs.Errorf(errs.Conflict, "This upload address has been used already. Please start the upload again.")
}

// FinishUpload checks a file that was sent directly to the storage and adds it
// to the library. It is no error to finish an upload twice.
func (l *Library) FinishUpload(ctx context.Context, id string) (record.Saved[Image], error) {
	image, err := l.store.ImageByUpload(ctx, id)
	if errs.KindOf(err) != errs.NotFound {
		return record.Saved[Image]{Record: image}, err
	}
	return l.finishUpload(ctx, id)
}

// finishUpload is FinishUpload for an upload that has led to no image yet.
func (l *Library) finishUpload(ctx context.Context, id string) (finished record.Saved[Image], err error) {
	upload, err := l.store.Upload(ctx, id)
	if err != nil {
		return finished, err
	}
	if l.clock.Now().After(upload.ExpiresAt.Add(finishGrace)) {
		return finished, errs.Errorf(errs.NotFound, "This upload was never finished and has expired.")
	}
	_, actor, err := l.checkSession(ctx, upload)
	if err != nil {
		return finished, err
	}
	data, err := l.readSent(ctx, upload)
	if err == nil {
		finished, err = l.accept(ctx, actor, upload, data)
	}
	switch errs.KindOf(err) {
	case errs.Conflict: // somebody else has just finished it
		finished.Record, err = l.store.ImageByUpload(ctx, id)
	case errs.Invalid, errs.Unsupported, errs.TooLarge:
		_ = l.storage.Delete(ctx, UploadsDir+id) // if this fails, Run does it
	}
	return finished, err
}

// readSent reads the file that a browser has sent to the storage.
func (l *Library) readSent(ctx context.Context, upload Upload) ([]byte, error) {
	file, err := l.storage.Open(ctx, UploadsDir+upload.ID)
	if errs.KindOf(err) == errs.NotFound {
		return nil, errs.Errorf(errs.NotFound, "The file has not arrived yet.")
	}
	if err != nil {
		return nil, err
	}
	defer file.Close()
	if err := upload.checkSize(file.Size); err != nil {
		return nil, err
	}
	return readUpload(file, file.Size)
}

// accept checks the file, stores it and adds it to the library. There is no other
// way into the library. Nothing is kept of a file that fails.
func (l *Library) accept(ctx context.Context, actor record.Actor, upload Upload, data []byte) (accepted record.Saved[Image], err error) {
	clean, err := l.codec.Clean(ctx, data)
	if err != nil {
		return accepted, err
	}
	hash := sha256.Sum256(clean.Data)
	image := Image{
		ID:         upload.ID,
		URL:        ImageURL(upload.ID),
		Name:       upload.Name,
		MediaType:  clean.Type,
		Size:       int64(len(clean.Data)),
		Width:      clean.Width,
		Height:     clean.Height,
		Preview:    clean.Preview,
		Variants:   []Variant{},
		Uses:       []Use{},
		UploadedAt: l.clock.Stamp(),
		Hash:       hex.EncodeToString(hash[:]),
	}
	key := image.key()
	// The file is stored first, so that the library never names a missing one.
	if err := l.storage.Put(ctx, key, clean.Data); err != nil {
		return accepted, err
	}
	var kept *record.Version
	err = l.store.Publish(ctx, func(tx Tx) error {
		if _, err := tx.ImageByUpload(ctx, upload.ID); errs.KindOf(err) != errs.NotFound {
			return validate.First(err, errUploadUsed())
		}
		switch same, err := tx.ImageByHash(ctx, image.Hash); errs.KindOf(err) {
		case errs.NotFound:
			if kept, err = keep(ctx, tx, record.By(actor), record.Create, image); err != nil {
				return err
			}
			if err := tx.PutImage(ctx, image); err != nil {
				return err
			}
		default:
			if err != nil {
				return err
			}
			image = same
		}
		return tx.PutImageAlias(ctx, Alias{UploadID: upload.ID, ImageID: image.ID})
	})
	if errs.KindOf(err) == errs.Conflict {
		l.deleteLosing(ctx, upload.ID, key)
	}
	if err != nil {
		return accepted, err
	}
	// If a deletion fails, Run does it later.
	if image.key() != key { // the library had the same bytes already
		_ = l.storage.Delete(ctx, key)
	}
	_ = l.storage.Delete(ctx, UploadsDir+upload.ID)
	l.wakeWorker()
	return record.Saved[Image]{Record: image, Versions: record.IDs(kept)}, nil
}

// deleteLosing deletes a file if another one was accepted for its upload first.
func (l *Library) deleteLosing(ctx context.Context, uploadID, key string) {
	if first, err := l.store.ImageByUpload(ctx, uploadID); err == nil && first.key() != key {
		_ = l.storage.Delete(ctx, key)
	}
}

func readUpload(r io.Reader, size int64) ([]byte, error) {
	// A buffer of the right size takes half the memory of one that grows.
	data := make([]byte, 0, max(size, 0)+512)
	for {
		n, err := r.Read(data[len(data):cap(data)])
		data = data[:len(data)+n]
		if len(data) > MaxUploadBytes {
			return nil, tooLarge(int64(len(data)), "at least ")
		}
		if errors.Is(err, io.EOF) {
			return data, nil
		}
		if err != nil {
			return nil, &errs.Error{Kind: errs.Invalid, Message: "The file did not arrive completely. Please try again.", Err: err}
		}
		if len(data) == cap(data) {
			data = append(data, 0)[:len(data)]
		}
	}
}

func tooLarge(size int64, quantity string) error {
	return errs.Errorf(errs.TooLarge, "The file has %s%d bytes; at most %d (5 MB) are allowed.", quantity, size, MaxUploadBytes)
}

func checkUploadSize(size int64) error {
	if size > MaxUploadBytes {
		return tooLarge(size, "")
	}
	return nil
}

// checkSize compares the size with the limit and with what was announced; -1
// means that it is not known yet.
func (u Upload) checkSize(size int64) error {
	if err := checkUploadSize(size); err != nil {
		return err
	}
	if u.Size > 0 && size >= 0 && size != u.Size {
		return errs.Errorf(errs.Invalid, "The file has %d bytes, but %d were announced. Please start the upload again.", size, u.Size)
	}
	return nil
}

// checkType compares the claimed media type with what was announced. The real
// type is found from the bytes later.
func (u Upload) checkType(claimed string) error {
	if claimed == "" {
		return errs.Errorf(errs.Unsupported, "Only images can be uploaded, but the file came without a type.")
	}
	if err := checkAnnouncedType(claimed); err != nil {
		return err
	}
	if u.Type != "" && !strings.EqualFold(u.Type, claimed) {
		return errs.Errorf(errs.Unsupported, "The file came as %q, but %q was announced. Please start the upload again.", claimed, u.Type)
	}
	return nil
}

func checkAnnouncedType(mediaType string) error {
	if mediaType == "" {
		return nil
	}
	if parsed, _, err := mime.ParseMediaType(mediaType); err != nil || !strings.HasPrefix(parsed, "image/") {
		return errs.Errorf(errs.Unsupported, "Only images can be uploaded, but the file came as %q.", mediaType)
	}
	return nil
}
