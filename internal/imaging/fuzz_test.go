package imaging

import (
	"bytes"
	"testing"

	"perimeter/internal/testkit/picture"
)

// FuzzClean sends arbitrary bytes through the whole upload check.
func FuzzClean(f *testing.F) {
	photo := picture.Photo(16, 12, 1)
	f.Add(picture.JPEGWithEXIF(picture.JPEG(f, photo, 50), 6))
	f.Add(progressiveJPEG(16, 12, 3))
	f.Add(picture.PNGChunk(picture.PNG(f, photo), "eXIf", picture.EXIF(3)))
	f.Add(picture.GIF(f, photo, 2))
	f.Add(picture.WebPWithEXIF(picture.WebP(f, photo, false), 16, 12, 8))
	f.Add(picture.WebP(f, photo, true))
	f.Add(picture.AVIF(16, 12, picture.EXIF(1)))
	f.Add([]byte(plainSVG))
	codec := New()
	f.Fuzz(func(t *testing.T, data []byte) {
		_, info, err := inspect(data)
		if err != nil {
			if !Permanent(err) {
				t.Fatalf("an error without a message for people: %v", err)
			}
			return
		}
		if info.memory()-info.tableMemory > decodeMemory {
			t.Fatalf("%d × %d pixels take %d MB", info.width, info.height, info.memory()>>20)
		}
		if _, again, err := inspect(info.stripped); err != nil || !bytes.Equal(again.stripped, info.stripped) {
			t.Fatalf("a stripped file is not stripped: %v", err)
		}
		if info.width*info.height > 1<<20 { // slow, and nothing new
			return
		}
		if _, err := codec.Clean(t.Context(), data); err != nil && !Permanent(err) {
			t.Fatalf("an error without a message for people: %v", err)
		}
	})
}
