package site

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
)

// MaxUploadBytes is the size up to which a file may be uploaded.
const MaxUploadBytes = 5_242_880

// DefaultUploadTTL is how long an upload address works if nothing else is
// configured.
const DefaultUploadTTL = 15 * time.Minute

// uploadGrace is how long after its end an upload's files are kept, for what is
// still under way.
const uploadGrace = time.Hour

// Upload is the permission to send one file. It is kept for a while after the
// file has arrived, so that what is sent a second time is found and removed.
type Upload struct {
	ID        string
	TokenHash [32]byte // of the secret in the address; zero if the storage checks it
	Name      string   // what the image will be called
	Type      string   // the media type that was announced, or ""
	Size      int64    // the size that was announced, or 0
	ExpiresAt time.Time
}

// UploadRequest is what may be known about a file before it is sent. What is
// said here has to come true.
type UploadRequest struct {
	Name string `json:"name,omitempty" doc:"What the image will be called"`
	Type string `json:"type,omitempty" format:"media-type" doc:"The file's media type"`
	Size int64  `json:"size,omitempty" doc:"The file's size in bytes"`
}

// UploadTicket is the answer to an UploadRequest.
type UploadTicket struct {
	// Address is where the file is to be sent by PUT: on this site if it
	// begins with a slash, otherwise at the storage.
	Address string
	// URL is the image's address once it has arrived.
	URL string
}

// UploadedFile is a file on its way in.
type UploadedFile struct {
	ID    string // the upload's
	Token string
	Type  string // the media type that the sender claims
	Size  int64  // or -1 if it is not known yet
	Body  io.Reader
}

// RequestUpload makes an address to which one image can be sent, once and soon.
func (s *Site) RequestUpload(ctx context.Context, request UploadRequest) (UploadTicket, error) {
	request.Name = strings.TrimSpace(request.Name)
	if err := firstError(
		field{"name", request.Name}.within(maxLine),
		checkAnnouncedType(request.Type),
		checkUploadSize(request.Size),
	); err != nil {
		return UploadTicket{}, err
	}
	now := s.stamp()
	upload := Upload{
		ID: rand.Text(), Name: request.Name, Type: request.Type, Size: request.Size,
		ExpiresAt: now.Add(s.uploadTTL),
	}
	if upload.Name == "" {
		upload.Name = fmt.Sprintf("Image-%d", now.UnixMilli())
	}
	address, err := s.storage.UploadAddress(ctx, UploadsDir+upload.ID,
		UploadTerms{ExpiresIn: s.uploadTTL, Type: upload.Type, Size: upload.Size})
	if err != nil {
		return UploadTicket{}, err
	}
	if address == "" {
		token := rand.Text()
		upload.TokenHash = sha256.Sum256([]byte(token))
		address = ImageURL(upload.ID) + "?token=" + token
	}
	if err := s.store.Write(ctx, func(tx Tx) error { return tx.PutUpload(ctx, upload) }); err != nil {
		return UploadTicket{}, err
	}
	return UploadTicket{Address: address, URL: ImageURL(upload.ID)}, nil
}

// ReceiveUpload takes in a file that was sent to an upload address of this site.
func (s *Site) ReceiveUpload(ctx context.Context, file UploadedFile) (Image, error) {
	upload, err := s.permitted(ctx, file.ID, file.Token)
	if err != nil {
		return Image{}, err
	}
	if err := firstError(upload.checkType(file.Type), upload.checkSize(file.Size)); err != nil {
		return Image{}, err
	}
	data, err := readUpload(file.Body, file.Size)
	if err != nil {
		return Image{}, err
	}
	if err := upload.checkSize(int64(len(data))); err != nil {
		return Image{}, err
	}
	return s.accept(ctx, upload, data)
}

// permitted returns the upload if the token belongs to it and it has neither
// expired nor been used.
func (s *Site) permitted(ctx context.Context, id, token string) (Upload, error) {
	upload, err := s.store.Upload(ctx, id)
	if err != nil && KindOf(err) != NotFound {
		return Upload{}, err
	}
	hash := sha256.Sum256([]byte(token))
	if err != nil || subtle.ConstantTimeCompare(hash[:], upload.TokenHash[:]) != 1 {
		return Upload{}, Errorf(Forbidden, "This upload address is not valid. Please start the upload again.")
	}
	if !s.clock().Before(upload.ExpiresAt) {
		return Upload{}, Errorf(Forbidden, "This upload address has expired. Please start the upload again.")
	}
	if _, err := s.store.ImageByAddress(ctx, id); KindOf(err) != NotFound {
		return Upload{}, firstError(err, usedUp())
	}
	return upload, nil
}

func usedUp() error {
	return Errorf(Conflict, "This upload address has been used already. Please start the upload again.")
}

// FinishUpload checks a file that was sent to the storage itself and takes it
// into the library. It is no error to finish an upload twice.
func (s *Site) FinishUpload(ctx context.Context, id string) (Image, error) {
	image, err := s.store.ImageByAddress(ctx, id)
	if KindOf(err) != NotFound {
		return image, err
	}
	upload, err := s.store.Upload(ctx, id)
	if err != nil {
		return Image{}, err
	}
	if s.clock().After(upload.ExpiresAt.Add(uploadGrace)) {
		return Image{}, Errorf(NotFound, "This upload was never finished and has expired.")
	}
	data, err := s.readArrived(ctx, upload)
	if err == nil {
		image, err = s.accept(ctx, upload, data)
	}
	switch KindOf(err) {
	case Conflict: // somebody else has just finished it
		return s.store.ImageByAddress(ctx, id)
	case Invalid, Unsupported, TooLarge:
		_ = s.storage.Delete(ctx, UploadsDir+id) // or Upkeep does it
	}
	return image, err
}

// readArrived reads what a browser has sent to the storage.
func (s *Site) readArrived(ctx context.Context, upload Upload) ([]byte, error) {
	file, err := s.storage.Open(ctx, UploadsDir+upload.ID)
	if KindOf(err) == NotFound {
		return nil, Errorf(NotFound, "The file has not arrived yet.")
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

// accept is the only way into the library: it checks the file, stores it and
// makes it known. Nothing of a file that fails is kept.
func (s *Site) accept(ctx context.Context, upload Upload, data []byte) (Image, error) {
	clean, err := s.imaging.Clean(ctx, data)
	if err != nil {
		return Image{}, err
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
		UploadedAt: s.stamp(),
		Hash:       hex.EncodeToString(hash[:]),
	}
	key := image.key()
	// The file comes first: what the library knows must exist.
	if err := s.storage.Put(ctx, key, clean.Data); err != nil {
		return Image{}, err
	}
	err = s.store.Publish(ctx, func(tx Tx) error {
		if _, err := tx.ImageByAddress(ctx, upload.ID); KindOf(err) != NotFound {
			return firstError(err, usedUp())
		}
		switch same, err := tx.ImageByHash(ctx, image.Hash); KindOf(err) {
		case NotFound:
			if err := tx.PutImage(ctx, image); err != nil {
				return err
			}
		default:
			if err != nil {
				return err
			}
			image = same
		}
		return tx.PutImageAddress(ctx, ImageAddress{Address: upload.ID, ImageID: image.ID})
	})
	if KindOf(err) == Conflict {
		s.yield(ctx, upload.ID, key)
	}
	if err != nil {
		return Image{}, err
	}
	// What fails here, Upkeep does later.
	if image.key() != key { // the same bytes were there already
		_ = s.storage.Delete(ctx, key)
	}
	_ = s.storage.Delete(ctx, UploadsDir+upload.ID)
	s.wakeUpkeep()
	return image, nil
}

// yield removes the file of an upload that another file was faster for.
func (s *Site) yield(ctx context.Context, uploadID, key string) {
	if first, err := s.store.ImageByAddress(ctx, uploadID); err == nil && first.key() != key {
		_ = s.storage.Delete(ctx, key)
	}
}

func readUpload(r io.Reader, size int64) ([]byte, error) {
	// The exact room saves a growing buffer from taking twice as much.
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
			return nil, &Error{Kind: Invalid, Message: "The file did not arrive completely. Please try again.", Err: err}
		}
		if len(data) == cap(data) {
			data = append(data, 0)[:len(data)]
		}
	}
}

func tooLarge(size int64, quantity string) error {
	return Errorf(TooLarge, "The file has %s%d bytes; at most %d (5 MB) are allowed.", quantity, size, MaxUploadBytes)
}

func checkUploadSize(size int64) error {
	if size > MaxUploadBytes {
		return tooLarge(size, "")
	}
	return nil
}

// checkSize compares with what is allowed and with what was announced; a size
// below zero is not known yet.
func (u Upload) checkSize(size int64) error {
	if err := checkUploadSize(size); err != nil {
		return err
	}
	if u.Size > 0 && size >= 0 && size != u.Size {
		return Errorf(Invalid, "The file has %d bytes, but %d were announced. Please start the upload again.", size, u.Size)
	}
	return nil
}

// checkType compares what the sender claims with what was announced. What the
// file really is, its bytes decide.
func (u Upload) checkType(claimed string) error {
	if claimed == "" {
		return Errorf(Unsupported, "Only images can be uploaded, but the file came without a type.")
	}
	if err := checkAnnouncedType(claimed); err != nil {
		return err
	}
	if u.Type != "" && !strings.EqualFold(u.Type, claimed) {
		return Errorf(Unsupported, "The file came as %q, but %q was announced. Please start the upload again.", claimed, u.Type)
	}
	return nil
}

func checkAnnouncedType(mediaType string) error {
	if mediaType == "" {
		return nil
	}
	if parsed, _, err := mime.ParseMediaType(mediaType); err != nil || !strings.HasPrefix(parsed, "image/") {
		return Errorf(Unsupported, "Only images can be uploaded, but the file came as %q.", mediaType)
	}
	return nil
}
