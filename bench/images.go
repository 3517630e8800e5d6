package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/jpeg"
	"math/rand/v2"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"perimeter/internal/testkit/blackbox"
)

const (
	minImageRatio = 0.3
	minSaved      = 0.5 // of the bytes of a photograph, at laptopWidth

	photographs     = 3
	laptopWidth     = 1280
	variantsTimeout = time.Minute
)

// measureImages uploads photographs, compares the size of their variants with the
// uploads, and the delivery of a variant with nginx.
func measureImages(ctx context.Context, r *report, data, dir string) (err error) {
	server, admin, err := startForAdministrator(ctx, data)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, server.Stop()) }()
	for seed := range uint64(photographs) {
		if _, err := admin.Upload(ctx, "image/jpeg", photograph(seed)); err != nil {
			return err
		}
	}
	images, err := awaitVariants(ctx, admin)
	if err != nil {
		return err
	}
	uploaded, loaded, variantURL := 0, 0, ""
	for _, image := range images {
		uploaded += image.Size
		for _, v := range image.Variants {
			if v.MediaType == "image/webp" && v.Width == laptopWidth {
				loaded += v.Size
				variantURL = strings.TrimSuffix(server.URL, "/") + v.URL
			}
		}
	}
	saved := 1 - float64(loaded)/float64(uploaded)
	r.check(saved >= minSaved, "bytes saved on photographs", fmt.Sprintf("%.0f %%", 100*saved),
		fmt.Sprintf("at least %.0f %%", 100*minSaved),
		fmt.Sprintf("%.0f KB and %.0f KB at %d pixels", kilobytes(uploaded), kilobytes(loaded), laptopWidth))
	if err := measureDelivery(ctx, r, variantURL, filepath.Join(dir, "images")); err != nil {
		return err
	}
	return measureHero(ctx, r, admin, images[0].URL)
}

// measureHero runs Lighthouse on the home page with an uploaded photograph as its
// hero image.
func measureHero(ctx context.Context, r *report, admin *blackbox.Client, url string) error {
	hero := map[string]string{"key": "hero_image", "section": "home", "type": "image", "value": url}
	if err := admin.Call(ctx, http.MethodPost, "api/admin/content", hero, nil); err != nil {
		return err
	}
	results, err := lighthouse(ctx, admin.Home)
	if err != nil {
		return err
	}
	const what = "Lighthouse with a photograph as hero"
	got := results[0].Performance
	r.repeated(what, results[0])
	r.check(got >= minHeroPerformance, what, fmt.Sprint(got),
		fmt.Sprintf("at least %d", minHeroPerformance), fmt.Sprintf("performance, %.0f KB in total", results[0].Bytes/1000))
	return nil
}

// measureDelivery compares an image with nginx serving the same bytes.
func measureDelivery(ctx context.Context, r *report, url, dir string) error {
	result, err := compareWithNginx(ctx, url, dir)
	if err != nil {
		return err
	}
	r.check(result.ratio >= minImageRatio, "images per second, nginx = 1", fmt.Sprintf("%.2f", result.ratio),
		fmt.Sprintf("at least %.1f", minImageRatio), result.page)
	return nil
}

// photograph returns a JPEG of layered blurred noise, which compresses like a
// photograph.
func photograph(seed uint64) []byte {
	random := rand.New(rand.NewPCG(seed, 7))
	photo := image.NewYCbCr(image.Rect(0, 0, 2880, 1920), image.YCbCrSubsampleRatio420)
	paint := func(plane []uint8, stride, cell int, strength float64) {
		columns := stride/cell + 2
		grid := make([]float64, columns*(len(plane)/stride/cell+2))
		for i := range grid {
			grid[i] = (random.Float64() - 0.5) * strength
		}
		for i := range plane {
			x, y := float64(i%stride)/float64(cell), float64(i/stride)/float64(cell)
			at, fx, fy := int(y)*columns+int(x), x-float64(int(x)), y-float64(int(y))
			top := grid[at]*(1-fx) + grid[at+1]*fx
			bottom := grid[at+columns]*(1-fx) + grid[at+columns+1]*fx
			plane[i] = uint8(max(0, min(255, float64(plane[i])+top*(1-fy)+bottom*fy)))
		}
	}
	for _, plane := range [][]uint8{photo.Y, photo.Cb, photo.Cr} {
		for i := range plane {
			plane[i] = 128
		}
	}
	for cell, strength := range map[int]float64{480: 160, 120: 80, 30: 40, 8: 24, 2: 12} {
		paint(photo.Y, photo.YStride, cell, strength)
	}
	paint(photo.Cb, photo.CStride, 240, 90)
	paint(photo.Cr, photo.CStride, 240, 90)
	var out bytes.Buffer
	_ = jpeg.Encode(&out, photo, &jpeg.Options{Quality: 92}) // writing to a bytes.Buffer does not fail
	return out.Bytes()
}

// awaitVariants returns the images when all of them have variants.
func awaitVariants(ctx context.Context, admin *blackbox.Client) ([]blackbox.Image, error) {
	ctx, cancel := context.WithTimeoutCause(ctx, variantsTimeout, errors.New("the variants were not ready in time"))
	defer cancel()
	for {
		images, err := admin.Images(ctx)
		if err != nil {
			return nil, errors.Join(context.Cause(ctx), err)
		}
		if !slices.ContainsFunc(images, func(i blackbox.Image) bool { return len(i.Variants) == 0 }) {
			return images, nil
		}
		select {
		case <-time.After(100 * time.Millisecond):
		case <-ctx.Done():
		}
	}
}
