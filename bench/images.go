package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"image/jpeg"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/cookiejar"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

const (
	minPictureRatio = 0.3
	minSaved        = 0.5 // of a photograph's bytes, on a laptop's screen

	photographs  = 3
	laptopWidth  = 1280
	benchUser    = "bench"
	benchSecret  = "a password that only this run knows"
	variantsTime = time.Minute
)

// libraryImage is an image as the back office sees it.
type libraryImage struct {
	URL      string `json:"url"`
	Size     int    `json:"size"`
	Variants []struct {
		URL       string `json:"url"`
		MediaType string `json:"mediaType"`
		Width     int    `json:"width"`
		Size      int    `json:"size"`
	} `json:"variants"`
}

// measureImages uploads photographs, compares what a visitor loads with what
// was uploaded, and a copy's delivery with nginx.
func measureImages(ctx context.Context, r *report, data, dir string) (err error) {
	add := exec.CommandContext(ctx, "bin/perimeter", "user", "add", "--data", data,
		"--username", benchUser, "--full-name", "", "--role", "admin", "--password-stdin")
	add.Stdin = strings.NewReader(benchSecret)
	if out, err := add.CombinedOutput(); err != nil {
		return fmt.Errorf("user add: %w\n%s", err, out)
	}
	server, err := startPerimeter(ctx, data)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, server.stop()) }()

	office, err := signIn(ctx, server.url)
	if err != nil {
		return err
	}
	for seed := range uint64(photographs) {
		if err := office.upload(ctx, photograph(seed)); err != nil {
			return err
		}
	}
	images, err := office.awaitVariants(ctx)
	if err != nil {
		return err
	}
	uploaded, loaded, copyURL := 0, 0, ""
	for _, image := range images {
		uploaded += image.Size
		for _, v := range image.Variants {
			if v.MediaType == "image/webp" && v.Width == laptopWidth {
				loaded += v.Size
				copyURL = strings.TrimSuffix(server.url, "/") + v.URL
			}
		}
	}
	saved := 1 - float64(loaded)/float64(uploaded)
	r.check(saved >= minSaved, "bytes saved on photographs", fmt.Sprintf("%.0f %%", 100*saved),
		fmt.Sprintf("at least %.0f %%", 100*minSaved),
		fmt.Sprintf("%.0f KB and %.0f KB at %d pixels", kilobytes(uploaded), kilobytes(loaded), laptopWidth))
	if err := measureDelivery(ctx, r, copyURL, filepath.Join(dir, "pictures")); err != nil {
		return err
	}
	return measureHero(ctx, r, office, images[0].URL)
}

// measureHero looks at the home page with a photograph straight from a camera
// as its hero.
func measureHero(ctx context.Context, r *report, office *staffBrowser, url string) error {
	body, err := json.Marshal(map[string]string{"key": "hero_image", "section": "home", "type": "image", "value": url})
	if err != nil {
		return err
	}
	if err := office.call(ctx, http.MethodPost, office.home+"api/admin/content", "application/json", body, nil); err != nil {
		return err
	}
	results, err := lighthouse(ctx, office.home)
	if err != nil {
		return err
	}
	got := results[0].Performance
	r.check(got >= minHeroPerformance, "Lighthouse with a photograph as hero", fmt.Sprint(got),
		fmt.Sprintf("at least %d", minHeroPerformance), fmt.Sprintf("performance, %.0f KB in all", results[0].Bytes/1000))
	return nil
}

// measureDelivery compares one picture with nginx serving the same bytes.
func measureDelivery(ctx context.Context, r *report, url, dir string) (err error) {
	picture, err := fetch(ctx, url)
	if err != nil {
		return err
	}
	nginx, err := startNginx(ctx, dir, picture)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, nginx.stop()) }()
	var ratios []float64
	for range rounds {
		us, err := load(ctx, url, spell)
		if err != nil {
			return err
		}
		them, err := load(ctx, nginx.url, spell)
		if err != nil {
			return err
		}
		ratios = append(ratios, us/them)
	}
	ratio := median(ratios)
	r.check(ratio >= minPictureRatio, "pictures per second, nginx = 1", fmt.Sprintf("%.2f", ratio),
		fmt.Sprintf("at least %.1f", minPictureRatio), fmt.Sprintf("%.1f KB %s", kilobytes(len(picture.body)), picture.header.Get("Content-Type")))
	return nil
}

// photograph paints layers of blurred noise, which compress like a photograph.
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
	_ = jpeg.Encode(&out, photo, &jpeg.Options{Quality: 92}) // a bytes.Buffer takes everything
	return out.Bytes()
}

// staffBrowser is a browser that is signed in.
type staffBrowser struct {
	home   string
	client *http.Client
}

func signIn(ctx context.Context, home string) (*staffBrowser, error) {
	jar, err := cookiejar.New(nil)
	if err != nil {
		return nil, err
	}
	office := &staffBrowser{home: home, client: &http.Client{Jar: jar}}
	body, err := json.Marshal(map[string]string{"username": benchUser, "password": benchSecret})
	if err != nil {
		return nil, err
	}
	return office, office.call(ctx, http.MethodPost, home+"api/auth/login", "application/json", body, nil)
}

// call sends a request and reads the answer into result, if there is one.
func (o *staffBrowser) call(ctx context.Context, method, url, mediaType string, body []byte, result any) error {
	request, err := http.NewRequestWithContext(ctx, method, url, bytes.NewReader(body))
	if err != nil {
		return err
	}
	if mediaType != "" {
		request.Header.Set("Content-Type", mediaType)
	}
	response, err := o.client.Do(request)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		return err
	}
	if response.StatusCode != http.StatusOK {
		return fmt.Errorf("%s %s answered %s: %s", method, url, response.Status, text)
	}
	if result == nil {
		return nil
	}
	return json.Unmarshal(text, result)
}

func (o *staffBrowser) upload(ctx context.Context, file []byte) error {
	var ticket struct{ UploadURL string }
	if err := o.call(ctx, http.MethodPost, o.home+"api/admin/images/upload-url", "", nil, &ticket); err != nil {
		return err
	}
	return o.call(ctx, http.MethodPut, ticket.UploadURL, "image/jpeg", file, nil)
}

// awaitVariants returns the images once all have their smaller copies.
func (o *staffBrowser) awaitVariants(ctx context.Context) ([]libraryImage, error) {
	ctx, cancel := context.WithTimeoutCause(ctx, variantsTime, errors.New("the smaller copies did not come in time"))
	defer cancel()
	for {
		var library struct {
			Data struct{ Images []libraryImage }
		}
		if err := o.call(ctx, http.MethodGet, o.home+"api/admin/images", "", nil, &library); err != nil {
			return nil, errors.Join(context.Cause(ctx), err)
		}
		waiting := false
		for _, image := range library.Data.Images {
			waiting = waiting || len(image.Variants) == 0
		}
		if !waiting {
			return library.Data.Images, nil
		}
		select {
		case <-time.After(100 * time.Millisecond):
		case <-ctx.Done():
		}
	}
}
