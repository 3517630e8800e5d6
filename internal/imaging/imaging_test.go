package imaging

import (
	"context"
	"errors"
	"image"
	"io"
	"strings"
	"testing"

	"perimeter/internal/errs"
	"perimeter/internal/testkit/picture"
)

// countdown is a context that is cancelled after it was asked a number of times.
type countdown struct {
	context.Context
	left int
}

func (c *countdown) Err() error {
	if c.left--; c.left < 0 {
		return context.Canceled
	}
	return nil
}

func TestDecodingStopsWhenCancelled(t *testing.T) {
	photo := picture.Photo(400, 300, 1)
	for name, file := range map[string][]byte{
		"JPEG": picture.JPEG(t, photo, 95), "PNG": picture.PNG(t, photo), "GIF": picture.GIF(t, photo, 1),
		"WebP": picture.WebP(t, photo, true),
	} {
		t.Run(name, func(t *testing.T) {
			for _, left := range []int{0, 2} {
				ctx := &countdown{t.Context(), left}
				_, err := New().Clean(ctx, file)
				if !errors.Is(err, context.Canceled) || Permanent(err) {
					t.Errorf("Clean after %d checks: %v", left, err)
				}
				if ctx.left < -10 {
					t.Errorf("the decoder went on for %d reads", -ctx.left)
				}
				ctx = &countdown{t.Context(), left}
				err = New().Variants(ctx, file, func(RenderedVariant) error { return nil })
				if !errors.Is(err, context.Canceled) || Permanent(err) {
					t.Errorf("Variants after %d checks: %v", left, err)
				}
			}
		})
	}
}

func TestDecoderReadsNothingAfterCancellation(t *testing.T) {
	format, info, err := inspect(picture.PNG(t, picture.Photo(400, 300, 1)))
	if err != nil {
		t.Fatal(err)
	}
	var read int64
	info.decode = func(r io.Reader) (image.Image, error) {
		read, err = io.Copy(io.Discard, r)
		return nil, err
	}
	if _, err := decode(&countdown{t.Context(), 2}, format, info); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	if read == 0 || read > 2*4096 {
		t.Errorf("%d of %d bytes were read", read, len(info.stripped))
	}
}

func TestPermanent(t *testing.T) {
	full := errs.Errorf(errs.Full, "No space is left.")
	_, damaged := New().Clean(t.Context(), []byte("\xff\xd8\xff"))
	for _, test := range []struct {
		err  error
		want bool
	}{
		{damaged, true}, {notAnImage([]byte("x")), true}, {unsafeSVG("x"), true},
		{full, false}, {context.DeadlineExceeded, false}, {errors.New("encode"), false}, {nil, false},
	} {
		if got := Permanent(test.err); got != test.want {
			t.Errorf("%v: %v", test.err, got)
		}
	}
	if damaged == nil || !strings.Contains(damaged.Error(), "damaged") {
		t.Errorf("got %v", damaged)
	}
}
