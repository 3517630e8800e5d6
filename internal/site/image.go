package site

import (
	"context"
	"path"
	"regexp"
	"strings"
	"time"
)

// Image is a picture in the library. Its ID is the last part of the address at
// which it was first uploaded.
type Image struct {
	ID         string    `json:"id"`
	URL        string    `json:"url"`
	Name       string    `json:"name"`
	Alt        string    `json:"alt"` // what it shows, for those who cannot see it
	MediaType  string    `json:"mediaType"`
	Size       int64     `json:"size"`
	Width      int       `json:"width"`
	Height     int       `json:"height"`
	Preview    string    `json:"preview"` // a tiny blurred copy as a data: address, or ""
	Variants   []Variant `json:"variants"`
	UploadedAt time.Time `json:"uploadedAt"`
	Uses       []Use     `json:"uses"`

	Hash      string `json:"-"` // SHA-256 of the published bytes, in hexadecimal
	Optimised bool   `json:"-"` // whether Variants are all that there will be
}

// Variant is a smaller copy of an image.
type Variant struct {
	URL       string `json:"url"`
	MediaType string `json:"mediaType"`
	Width     int    `json:"width"`
	Height    int    `json:"height"`
	Size      int64  `json:"size"`
}

// Use is a place on the site that shows an image.
type Use struct {
	Kind  string `json:"kind" enum:"content,service,post"`
	ID    int64  `json:"id"`
	Title string `json:"title"`
}

// Mention is everything in one place on the site that may refer to images.
type Mention struct {
	Use
	Text string
}

// ImageAddress is an address of an image. There are several when the same file
// was uploaded more than once.
type ImageAddress struct {
	Address string // its last part, an Upload's ID
	ImageID string
}

// ImageSort is an order in which images are listed.
type ImageSort string

// The orders. Images that are equal in one come newest first.
const (
	SortNewest  ImageSort = "newest"
	SortOldest  ImageSort = "oldest"
	SortName    ImageSort = "name"
	SortLargest ImageSort = "largest"
)

// ImageQuery chooses images from the library.
type ImageQuery struct {
	Search string // part of the name or the alternative text; "" means all
	Sort   ImageSort
	Limit  int
	Offset int
}

// ImageReader reads images and uploads.
type ImageReader interface {
	// Images returns the images that the query chooses, without their Uses,
	// and CountImages how many the search finds. Case does not matter in
	// letters from a to z.
	Images(ctx context.Context, q ImageQuery) ([]Image, error)
	CountImages(ctx context.Context, search string) (int, error)

	Image(ctx context.Context, id string) (Image, error)
	ImageByAddress(ctx context.Context, address string) (Image, error)
	ImageByHash(ctx context.Context, hash string) (Image, error)
	// NextUnoptimised returns the image that has waited longest for its
	// variants.
	NextUnoptimised(ctx context.Context) (Image, error)
	// ImageAddresses returns the addresses of all images.
	ImageAddresses(ctx context.Context) ([]ImageAddress, error)
	// Mentions returns every place whose texts hold "/objects/".
	Mentions(ctx context.Context) ([]Mention, error)

	Upload(ctx context.Context, id string) (Upload, error)
	// ExpiredUploads returns the uploads that expired before the time.
	ExpiredUploads(ctx context.Context, before time.Time) ([]Upload, error)
}

// ImageWriter writes images and uploads.
type ImageWriter interface {
	// PutImage inserts the image or replaces the one with its ID. Two images
	// with one Hash are a Conflict.
	PutImage(ctx context.Context, i Image) error
	// PutImageAddress makes the image known at the address, which must be
	// new.
	PutImageAddress(ctx context.Context, a ImageAddress) error
	// DeleteImage removes the image with all of its addresses, or returns
	// NotFound.
	DeleteImage(ctx context.Context, id string) error

	// PutUpload inserts the upload or replaces the one with its ID.
	PutUpload(ctx context.Context, u Upload) error
	// DeleteUpload forgets the upload; it is no error if there is none.
	DeleteUpload(ctx context.Context, id string) error
}

// Uploaded files have addresses under /objects/, of two kinds: an upload's own,
// which leads to the original, and those of the files made from it.
const (
	objectsPath = "/objects/"
	uploadsPath = objectsPath + "uploads/"
)

// The folders of the storage: one for the files of all images, and one for what
// has arrived and is not an image of the library yet.
const (
	ImagesDir  = "images/"
	UploadsDir = "uploads/"
)

var (
	objectID = regexp.MustCompile(`^[A-Z2-7]{26}$`) // as crypto/rand.Text makes them
	imageKey = regexp.MustCompile(`^images/[A-Z2-7]{26}/[a-z0-9]+\.[a-z]+$`)
	// mentioned finds addresses of images in texts.
	mentioned = regexp.MustCompile(objectsPath + `(?:uploads|images)/([A-Z2-7]{26})`)
)

// ImageURL is the address of the image with the id.
func ImageURL(id string) string { return uploadsPath + id }

// folder is the prefix of the keys of all files of the image.
func folder(id string) string { return ImagesDir + id + "/" }

// key is where the image itself is stored. It names the content, so that two
// files that arrive for one upload cannot overwrite each other.
func (i Image) key() string { return folder(i.ID) + i.Hash[:16] + extension(i.MediaType) }

// key is where the variant is stored.
func (v Variant) key() string { return strings.TrimPrefix(v.URL, objectsPath) }

// addressID returns the last part of the address of an uploaded image, or "".
func addressID(url string) string {
	if id := path.Base(url); uploadsPath+id == url && objectID.MatchString(id) {
		return id
	}
	return ""
}
