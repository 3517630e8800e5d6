package imaging

import (
	"context"
	"image"
	"image/draw"
)

// downscaler makes one smaller version of an image. Every pixel becomes the
// average of the area that it covers, so the source is read once, row by row, for
// all sizes together. (The kernels of x/image/draw keep 32 bytes for each column
// of the result and row of the source.)
type downscaler struct {
	dst    *image.RGBA
	spans  []span
	ratio  float64   // source rows for each row of dst
	row    []float32 // one source row, scaled horizontally
	sum    []float32 // weighted sum of the source rows of the current row
	next   int       // the current row of dst
	source int       // source rows read
}

// span is the part of a source row that one pixel covers.
type span struct {
	first, last         int     // source pixels
	firstPart, lastPart float32 // weight of the first and last
}

func newDownscaler(from, to image.Point) *downscaler {
	s := &downscaler{
		dst:   image.NewRGBA(image.Rectangle{Max: to}),
		spans: make([]span, to.X),
		ratio: float64(from.Y) / float64(to.Y),
		row:   make([]float32, to.X*4),
		sum:   make([]float32, to.X*4),
	}
	across := float64(from.X) / float64(to.X)
	for x := range s.spans {
		begin, end := float64(x)*across, float64(x+1)*across
		first, last := int(begin), min(int(end), from.X-1)
		s.spans[x] = span{
			first, last,
			float32((min(end, float64(first+1)) - begin) / across),
			float32((end - float64(last)) / across),
		}
		if first == last {
			s.spans[x].lastPart = 0
		}
	}
	return s
}

// add takes the next source row.
func (s *downscaler) add(row []byte) {
	whole := float32(1)
	if len(s.spans) > 0 {
		whole = float32(float64(len(s.spans)) / float64(len(row)/4))
	}
	for x, p := range s.spans {
		a := row[p.first*4 : p.first*4+4 : p.first*4+4]
		b := row[p.last*4 : p.last*4+4 : p.last*4+4]
		var r, g, bl, al uint32
		for i := (p.first + 1) * 4; i < p.last*4; i += 4 {
			r += uint32(row[i])
			g += uint32(row[i+1])
			bl += uint32(row[i+2])
			al += uint32(row[i+3])
		}
		out := s.row[x*4 : x*4+4 : x*4+4]
		out[0] = float32(r)*whole + float32(a[0])*p.firstPart + float32(b[0])*p.lastPart
		out[1] = float32(g)*whole + float32(a[1])*p.firstPart + float32(b[1])*p.lastPart
		out[2] = float32(bl)*whole + float32(a[2])*p.firstPart + float32(b[2])*p.lastPart
		out[3] = float32(al)*whole + float32(a[3])*p.firstPart + float32(b[3])*p.lastPart
	}

	top := float64(s.source)
	s.source++
	boundary := float64(s.next+1) * s.ratio
	inside := min(float64(s.source), boundary) - top
	s.accumulate(float32(inside / s.ratio))
	if float64(s.source) >= boundary-1e-6 && s.next < s.dst.Rect.Max.Y {
		s.finishRow()
		s.accumulate(float32((float64(s.source) - max(boundary, top)) / s.ratio))
	}
}

func (s *downscaler) accumulate(part float32) {
	if part <= 0 {
		return
	}
	for i, v := range s.row {
		s.sum[i] += v * part
	}
}

func (s *downscaler) finishRow() {
	out := s.dst.Pix[s.next*s.dst.Stride:]
	for i, v := range s.sum {
		out[i] = uint8(min(v+0.5, 255))
	}
	clear(s.sum)
	s.next++
}

// downscale makes a version of m in each of the sizes, none of which may be larger
// than m.
func downscale(ctx context.Context, m image.Image, sizes []image.Point) ([]*image.RGBA, error) {
	bounds := m.Bounds()
	scalers := make([]*downscaler, len(sizes))
	for i, size := range sizes {
		scalers[i] = newDownscaler(bounds.Size(), size)
	}
	row := image.NewRGBA(image.Rect(0, 0, bounds.Dx(), 1))
	for y := bounds.Min.Y; y < bounds.Max.Y; y++ {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		draw.Draw(row, row.Rect, m, image.Pt(bounds.Min.X, y), draw.Src)
		for _, s := range scalers {
			s.add(row.Pix)
		}
	}
	scaled := make([]*image.RGBA, len(sizes))
	for i, s := range scalers {
		scaled[i] = s.dst
	}
	return scaled, nil
}
