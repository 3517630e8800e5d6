package imaging

import (
	"bytes"
	"encoding/binary"
	"runtime"
	"slices"
	"testing"

	"perimeter/internal/errs"
	"perimeter/internal/testkit/picture"
)

// allocated returns the bytes that f allocates.
func allocated(f func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

func TestPNGChunkNamesAreComparedExactly(t *testing.T) {
	png := picture.PNG(t, picture.Photo(16, 12, 1))
	for _, name := range []string{"R PL", "DR P", "NS g", "AT I", "idat", "tEXt"} {
		got := clean(t, picture.PNGChunk(png, name, []byte(picture.Secret)))
		if !bytes.Equal(got.Data, png) {
			t.Errorf("the chunk %q is kept", name)
		}
	}
}

func TestPNGProfileIsReadOnce(t *testing.T) {
	profile := make([]byte, maxProfile)
	copy(profile[16:], "RGB ")
	png, err := encodePNG(picture.Quarters(16, 12), profile)
	if err != nil {
		t.Fatal(err)
	}
	const chunkAt = len(pngSignature) + 12 + 13
	length := 12 + int(binary.BigEndian.Uint32(png[chunkAt:]))
	chunk := png[chunkAt : chunkAt+length]
	many := append(append(bytes.Clone(png[:chunkAt]), bytes.Repeat(chunk, 20_000)...), png[chunkAt+length:]...)
	var got CleanImage
	used := allocated(func() { got = clean(t, many) })
	if used > 16<<20 {
		t.Errorf("a file of %d KB with 20,000 profiles took %d MB", len(many)>>10, used>>20)
	}
	if !bytes.Equal(got.Data, png) {
		t.Errorf("got %d bytes, want the %d with one profile", len(got.Data), len(png))
	}
}

// isoBox makes a box of an AVIF file.
func isoBox(name string, parts ...[]byte) []byte {
	body := bytes.Join(parts, nil)
	return append(append(binary.BigEndian.AppendUint32(nil, uint32(8+len(body))), name...), body...)
}

func avifWith(inside ...[]byte) []byte {
	meta := append([][]byte{{0, 0, 0, 0}}, inside...)
	return append(isoBox("ftyp", []byte("avif\x00\x00\x00\x00avif")), isoBox("meta", meta...)...)
}

func TestAVIFParsingIsLinear(t *testing.T) {
	const n = 200_000
	size := isoBox("iprp", isoBox("ipco", isoBox("ispe", []byte{0, 0, 0, 0, 0, 0, 0, 9, 0, 0, 0, 9})))
	// An item of the table of extents in version 1: number, place, no extent.
	item := []byte{0, 0, 0, 1, 0, 1, 0, 0, 0, 0}
	items := append([]byte{2, 0, 0, 0, 0x44, 0, 0, 3, 0x0d, 0x40}, bytes.Repeat(item, n)...)
	entry := isoBox("infe", []byte{2, 0, 0, 0, 0, 1, 0, 0}, []byte("Exif"), []byte{0})
	// Extents of metadata that all cover the whole file.
	const covering = 900
	overlapping := []byte{0, 0, 0, 0, 0x44, 0, 0, 1, 0, 1, 0, 0, covering >> 8, covering & 0xff}
	for range covering {
		overlapping = binary.BigEndian.AppendUint32(overlapping, 1000)
		overlapping = binary.BigEndian.AppendUint32(overlapping, 2<<20)
	}
	for name, file := range map[string][]byte{
		"many empty boxes":    append(isoBox("ftyp", []byte("avif\x00\x00\x00\x00avif")), bytes.Repeat(isoBox("free"), n)...),
		"many boxes in meta":  avifWith(bytes.Repeat(isoBox("free"), n)),
		"many items":          avifWith(size, isoBox("iloc", items), bytes.Repeat(isoBox("free"), n)),
		"many entries":        avifWith(size, isoBox("iinf", []byte{0, 0, 0, 0, 0, 0}, bytes.Repeat(entry, n))),
		"two tables":          avifWith(size, isoBox("iloc", items[:8]), isoBox("iloc", items[:8])),
		"overlapping extents": append(avifWith(size, isoBox("iloc", overlapping), isoBox("iinf", []byte{0, 0, 0, 0, 0, 1}, entry)), isoBox("mdat", bytes.Repeat([]byte{7}, 3<<20))...),
	} {
		t.Run(name, func(t *testing.T) {
			var err error
			used := allocated(func() { _, err = New().Clean(t.Context(), file) })
			if name == "overlapping extents" {
				if err != nil {
					t.Errorf("got %v", err)
				}
			} else if errs.KindOf(err) != errs.Invalid {
				t.Errorf("got %v, want an error of kind Invalid", err)
			}
			if used > 8<<20 {
				t.Errorf("%d KB took %d MB", len(file)>>10, used>>20)
			}
		})
	}
}

func TestClearExtentsVisitsEachByteOnce(t *testing.T) {
	data := []byte("0123456789")
	extents := []extent{{at: 6, end: 8}, {at: 1, end: 5}, {at: 2, end: 3}, {at: 4, end: 7}, {at: 10, end: 10}}
	got := clearExtents(data, slices.Clone(extents))
	if want := []byte("0\x00\x00\x00\x00\x00\x00\x0089"); !bytes.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if string(data) != "0123456789" {
		t.Error("the original changed")
	}
	visits := 0
	for _, e := range mergeExtents(slices.Repeat(extents, 100)) {
		visits += e.end - e.at
	}
	if visits != 7 {
		t.Errorf("7 bytes are visited %d times", visits)
	}
}

func TestLosslessWebPReservesMemoryForTables(t *testing.T) {
	_, info, err := inspect(picture.WebP(t, picture.Photo(400, 300, 1), true))
	if err != nil {
		t.Fatal(err)
	}
	if got := info.memory(); got < maxWebPTables*webpTables {
		t.Errorf("%d MB are reserved", got>>20)
	}
	clean(t, picture.WebP(t, picture.Photo(400, 300, 1), true))
	_, info, err = inspect(picture.WebP(t, picture.Photo(400, 300, 1), false))
	if err != nil || info.memory() > 1<<20 {
		t.Errorf("with loss: %v, %d MB", err, info.memory()>>20)
	}
}
