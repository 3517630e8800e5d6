package media

import (
	"path"
	"regexp"
	"slices"
	"strings"
	"time"
)

// Image is a picture in the library. Its ID is that of the upload by which it
// first arrived.
type Image struct {
	ID         string    `json:"id"`
	URL        string    `json:"url"`
	Name       string    `json:"name"`
	Alt        string    `json:"alt"` // alternative text
	MediaType  string    `json:"mediaType"`
	Size       int64     `json:"size"`
	Width      int       `json:"width"`
	Height     int       `json:"height"`
	Preview    string    `json:"preview"` // a tiny blurred version as a data: URL, or ""
	Variants   []Variant `json:"variants"`
	UploadedAt time.Time `json:"uploadedAt"`
	UpdatedAt  time.Time `json:"updatedAt,omitzero" doc:"When name or alternative text was last saved"`
	Uses       []Use     `json:"uses"`

	Hash      string `json:"-"` // SHA-256 of the published bytes, in hexadecimal
	Optimised bool   `json:"-"` // whether Variants is final
	Attempts  int    `json:"-"` // how often the worker has tried to make the variants
}

// Variant is a resized version of an image.
type Variant struct {
	URL       string `json:"url"`
	MediaType string `json:"mediaType"`
	Width     int    `json:"width"`
	Height    int    `json:"height"`
	Size      int64  `json:"size"`
}

// The paths of images' URLs. They are part of the domain because the texts of
// pages, which the store keeps, name images by them.
const (
	// FilesPath is the common prefix.
	FilesPath = "/objects/"
	// UploadsPath precedes an upload's ID. The file is sent to that URL, and the
	// original image is served there.
	UploadsPath = FilesPath + UploadsDir
)

// The folders of the storage. Files in ImagesDir are served under FilesPath and
// their key; files in UploadsDir have arrived and are not checked yet; those in
// DeletedDir belong to deleted images and are never served.
const (
	ImagesDir  = "images/"
	UploadsDir = "uploads/"
	DeletedDir = "deleted/"
)

var (
	uploadID = regexp.MustCompile(`^[A-Z2-7]{26}$`) // as crypto/rand.Text makes them
	imageKey = regexp.MustCompile(`^images/[A-Z2-7]{26}/[a-z0-9]+\.[a-z]+$`)
	// originalKey matches the result of Image.key. Variants are named by their
	// width, which has fewer digits.
	originalKey = regexp.MustCompile(`^images/[A-Z2-7]{26}/[0-9a-f]{16}\.[a-z]+$`)
	// imageInText finds the URLs of images in texts.
	imageInText = regexp.MustCompile(FilesPath + `(?:uploads|images)/([A-Z2-7]{26})`)
)

// UploadsIn returns the upload IDs of the images that texts name, each once.
func UploadsIn(texts ...string) []string {
	var ids []string
	for _, text := range texts {
		for _, match := range imageInText.FindAllStringSubmatch(text, -1) {
			if !slices.Contains(ids, match[1]) {
				ids = append(ids, match[1])
			}
		}
	}
	return ids
}

// ImageURL is the URL of the image that arrived by the upload.
func ImageURL(uploadID string) string { return UploadsPath + uploadID }

// folder is the prefix of the keys of all files of the image.
func folder(id string) string { return ImagesDir + id + "/" }

// key is where the original is stored. It contains the hash, so that two files
// that arrive for one upload cannot overwrite each other.
func (i Image) key() string { return folder(i.ID) + i.Hash[:16] + extension(i.MediaType) }

// key is where the variant is stored.
func (v Variant) key() string { return strings.TrimPrefix(v.URL, FilesPath) }

// hasFile reports whether the key is that of the original or of a variant.
func (i Image) hasFile(key string) bool {
	return i.key() == key || slices.ContainsFunc(i.Variants, func(v Variant) bool { return v.key() == key })
}

// uploadIDOf returns the upload ID in the URL of an uploaded image, or "".
func uploadIDOf(url string) string {
	if id := path.Base(url); ImageURL(id) == url && uploadID.MatchString(id) {
		return id
	}
	return ""
}

// IsImageURL reports whether the URL has the form of an uploaded image's. There
// may be no such image any more.
func IsImageURL(url string) bool { return uploadIDOf(url) != "" }
