// Package picture owns generated image files for tests, valid and invalid ones. It
// must not know what is done with them.
package picture

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"image/png"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/gen2brain/webp"
	"golang.org/x/image/draw"
)

// Photo returns an image that compresses like a photograph: smooth areas, texture
// and some noise. The same seed gives the same image.
func Photo(width, height int, seed uint64) *image.RGBA {
	random := rand.New(rand.NewPCG(seed, 1))
	photo := image.NewRGBA(image.Rect(0, 0, width, height))
	for _, layer := range []struct {
		cells int
		alpha uint8
	}{{4, 255}, {16, 120}, {64, 70}, {256, 40}} {
		grid := image.NewNRGBA(image.Rect(0, 0, min(layer.cells, width), min(max(1, layer.cells*height/width), height)))
		for i := 0; i < len(grid.Pix); i += 4 {
			grid.Pix[i], grid.Pix[i+1], grid.Pix[i+2] = uint8(random.UintN(256)), uint8(random.UintN(256)), uint8(random.UintN(256))
			grid.Pix[i+3] = layer.alpha
		}
		draw.BiLinear.Scale(photo, photo.Rect, grid, grid.Rect, draw.Over, nil)
	}
	for i := 0; i < len(photo.Pix); i += 4 {
		noise := uint8(random.UintN(6))
		for c := range 3 {
			photo.Pix[i+c] = photo.Pix[i+c]/8*7 + noise
		}
	}
	return photo
}

// Quarters returns an image with four different corners, so that a rotation is
// visible: red top left, green top right, blue bottom left, white bottom right.
func Quarters(width, height int) *image.RGBA {
	m := image.NewRGBA(image.Rect(0, 0, width, height))
	for i, c := range []color.RGBA{{255, 0, 0, 255}, {0, 255, 0, 255}, {0, 0, 255, 255}, {255, 255, 255, 255}} {
		x, y := i%2*width/2, i/2*height/2
		draw.Draw(m, image.Rect(x, y, x+width, y+height), image.NewUniform(c), image.Point{}, draw.Src)
	}
	return m
}

// Logo returns a disc on a transparent background.
func Logo(side int) *image.NRGBA {
	m := image.NewNRGBA(image.Rect(0, 0, side, side))
	for y := range side {
		for x := range side {
			if dx, dy := 2*x-side, 2*y-side; dx*dx+dy*dy < side*side {
				m.SetNRGBA(x, y, color.NRGBA{20, 70, 160, 255})
			}
		}
	}
	return m
}

// JPEG encodes m.
func JPEG(t testing.TB, m image.Image, quality int) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := jpeg.Encode(&out, m, &jpeg.Options{Quality: quality}); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// PNG encodes m.
func PNG(t testing.TB, m image.Image) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := png.Encode(&out, m); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// GIF encodes m, as an animation if there is more than one frame.
func GIF(t testing.TB, m image.Image, frames int) []byte {
	t.Helper()
	animation := &gif.GIF{}
	for range frames {
		frame := image.NewPaletted(m.Bounds(), []color.Color{
			color.Black, color.White, color.RGBA{255, 0, 0, 255}, color.RGBA{0, 255, 0, 255}, color.RGBA{0, 0, 255, 255},
		})
		draw.Draw(frame, frame.Rect, m, m.Bounds().Min, draw.Src)
		animation.Image = append(animation.Image, frame)
		animation.Delay = append(animation.Delay, 10)
	}
	var out bytes.Buffer
	if err := gif.EncodeAll(&out, animation); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// WebP encodes m.
func WebP(t testing.TB, m image.Image, lossless bool) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := webp.Encode(&out, m, webp.Options{Quality: 80, Lossless: lossless}); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// Secret is in all metadata made here, so that a test can search for it.
const Secret = "N 32 00.42 W 97 07.81"

// EXIF returns metadata with an orientation and, as its description, Secret.
func EXIF(orientation int) []byte {
	exif := []byte("II*\x00\x08\x00\x00\x00")
	entry := func(tag, kind uint16, count, value uint32) {
		exif = binary.LittleEndian.AppendUint16(exif, tag)
		exif = binary.LittleEndian.AppendUint16(exif, kind)
		exif = binary.LittleEndian.AppendUint32(exif, count)
		exif = binary.LittleEndian.AppendUint32(exif, value)
	}
	exif = append(exif, 2, 0)
	entry(0x010e, 2, uint32(len(Secret)+1), 8+2+2*12+4) // description
	entry(0x0112, 3, 1, uint32(orientation))
	exif = append(exif, 0, 0, 0, 0)
	return append(append(exif, Secret...), 0)
}

// JPEGSegment adds a segment to a JPEG file after its first marker.
func JPEGSegment(file []byte, marker byte, body []byte) []byte {
	segment := []byte{0xff, marker, 0, 0}
	binary.BigEndian.PutUint16(segment[2:], uint16(len(body)+2))
	return slices.Insert(slices.Clone(file), 2, append(segment, body...)...)
}

// JPEGWithEXIF adds metadata to a JPEG file.
func JPEGWithEXIF(file []byte, orientation int) []byte {
	return JPEGSegment(file, 0xe1, append([]byte("Exif\x00\x00"), EXIF(orientation)...))
}

// PNGChunk adds a chunk to a PNG file after its header.
func PNGChunk(file []byte, name string, body []byte) []byte {
	chunk := binary.BigEndian.AppendUint32(nil, uint32(len(body)))
	chunk = append(append(chunk, name...), body...)
	chunk = binary.BigEndian.AppendUint32(chunk, crc32.ChecksumIEEE(chunk[4:]))
	return slices.Insert(slices.Clone(file), 8+12+13, chunk...)
}

// WebPWithEXIF adds metadata to a WebP file of the given size.
func WebPWithEXIF(file []byte, width, height, orientation int) []byte {
	chunk := func(name string, body []byte) []byte {
		c := binary.LittleEndian.AppendUint32([]byte(name), uint32(len(body)))
		c = append(c, body...)
		return append(c, make([]byte, len(body)%2)...)
	}
	header := []byte{
		0x08, 0, 0, 0,
		byte(width - 1), byte((width - 1) >> 8), 0, byte(height - 1), byte((height - 1) >> 8), 0,
	}
	out := append([]byte("RIFF\x00\x00\x00\x00WEBP"), chunk("VP8X", header)...)
	out = append(out, file[12:]...)
	out = append(out, chunk("EXIF", EXIF(orientation))...)
	binary.LittleEndian.PutUint32(out[4:], uint32(len(out)-8))
	return out
}

// BombPNG is a file of a few bytes that declares a huge image.
func BombPNG(t testing.TB, width, height uint32) []byte {
	t.Helper()
	file := PNG(t, image.NewGray(image.Rect(0, 0, 1, 1)))
	binary.BigEndian.PutUint32(file[16:], width)
	binary.BigEndian.PutUint32(file[20:], height)
	binary.BigEndian.PutUint32(file[29:], crc32.ChecksumIEEE(file[12:29]))
	return file
}

// AVIF returns a file with the structure of the format and metadata, but without
// image data that can be decoded.
func AVIF(width, height uint32, metadata []byte) []byte {
	box := func(name string, parts ...[]byte) []byte {
		body := bytes.Join(parts, nil)
		return append(append(binary.BigEndian.AppendUint32(nil, uint32(8+len(body))), name...), body...)
	}
	full := []byte{0, 0, 0, 0}
	entry := func(id byte, kind string) []byte {
		return box("infe", []byte{2, 0, 0, 0, 0, id, 0, 0}, []byte(kind), []byte{0})
	}
	payload := []byte("not really a picture")
	build := func(at uint32) []byte {
		places := []byte{0, 0, 0, 0, 0x44, 0, 0, 2}
		for i, length := range []int{len(payload), len(metadata)} {
			places = append(places, 0, byte(i+1), 0, 0, 0, 1)
			places = binary.BigEndian.AppendUint32(places, at)
			places = binary.BigEndian.AppendUint32(places, uint32(length))
			at += uint32(length)
		}
		size := binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(slices.Clone(full), width), height)
		return bytes.Join([][]byte{
			box("ftyp", []byte("avif\x00\x00\x00\x00avifmif1")),
			box("meta", full,
				box("iinf", full, []byte{0, 2}, entry(1, "av01"), entry(2, "Exif")),
				box("iloc", places),
				box("iprp", box("ipco", box("ispe", size)))),
			box("mdat", payload, metadata),
		}, nil)
	}
	whole := len(build(0))
	return build(uint32(whole - len(payload) - len(metadata)))
}
