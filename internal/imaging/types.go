package imaging

// CleanImage is an image file that may be published, with what is known about
// it.
type CleanImage struct {
	Data          []byte
	Type          string // media type
	Width, Height int
	Preview       string // a tiny blurred version as a data: URL, or ""
}

// RenderedVariant is a resized version of an image.
type RenderedVariant struct {
	Data          []byte
	Type          string // media type
	Width, Height int
}
