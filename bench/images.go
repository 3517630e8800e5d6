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
	minImageRatio = 0.3
	minSaved      = 0.5 // of the bytes of a photograph, at laptopWidth

	photographs     = 3
	laptopWidth     = 1280
	benchUser       = "bench"
	benchPassword   = "a password for this benchmark only"
	variantsTimeout = time.Minute
)

// libraryImage is an image in the admin API.
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

// measureImages uploads photographs, compares the size of their variants with the
// uploads, and the delivery of a variant with nginx.
func measureImages(ctx context.Context, r *report, data, dir string) (err error) {
	add := exec.CommandContext(ctx, "bin/perimeter", "user", "add", "--data", data,
		"--username", benchUser, "--full-name", "", "--role", "admin", "--password-stdin")
	add.Stdin = strings.NewReader(benchPassword)
	if out, err := add.CombinedOutput(); err != nil {
		return fmt.Errorf("user add: %w\n%s", err, out)
	}
	server, err := startPerimeter(ctx, data)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, server.stop()) }()

	admin, err := signIn(ctx, server.url)
	if err != nil {
		return err
	}
	for seed := range uint64(photographs) {
		if err := admin.upload(ctx, photograph(seed)); err != nil {
			return err
		}
	}
	images, err := admin.awaitVariants(ctx)
	if err != nil {
		return err
	}
	uploaded, loaded, variantURL := 0, 0, ""
	for _, image := range images {
		uploaded += image.Size
		for _, v := range image.Variants {
			if v.MediaType == "image/webp" && v.Width == laptopWidth {
				loaded += v.Size
				variantURL = strings.TrimSuffix(server.url, "/") + v.URL
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
func measureHero(ctx context.Context, r *report, admin *adminClient, url string) error {
	body, err := json.Marshal(map[string]string{"key": "hero_image", "section": "home", "type": "image", "value": url})
	if err != nil {
		return err
	}
	if err := admin.call(ctx, http.MethodPost, admin.home+"api/admin/content", "application/json", body, nil); err != nil {
		return err
	}
	results, err := lighthouse(ctx, admin.home)
	if err != nil {
		return err
	}
	got := results[0].Performance
	r.check(got >= minHeroPerformance, "Lighthouse with a photograph as hero", fmt.Sprint(got),
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
		fmt.Sprintf("at least %.1f", minImageRatio), result.page.String())
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

// adminClient is an HTTP client that is signed in.
type adminClient struct {
	home   string
	client *http.Client
}

func signIn(ctx context.Context, home string) (*adminClient, error) {
	jar, err := cookiejar.New(nil)
	if err != nil {
		return nil, err
	}
	admin := &adminClient{home: home, client: &http.Client{Jar: jar}}
	body, err := json.Marshal(map[string]string{"username": benchUser, "password": benchPassword})
	if err != nil {
		return nil, err
	}
	return admin, admin.call(ctx, http.MethodPost, home+"api/auth/login", "application/json", body, nil)
}

// call sends a request and decodes the response into result, unless that is nil.
func (c *adminClient) call(ctx context.Context, method, url, mediaType string, body []byte, result any) error {
	request, err := http.NewRequestWithContext(ctx, method, url, bytes.NewReader(body))
	if err != nil {
		return err
	}
	if mediaType != "" {
		request.Header.Set("Content-Type", mediaType)
	}
	response, err := c.client.Do(request)
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

func (c *adminClient) upload(ctx context.Context, file []byte) error {
	var upload struct{ UploadURL string }
	if err := c.call(ctx, http.MethodPost, c.home+"api/admin/images/upload-url", "", nil, &upload); err != nil {
		return err
	}
	return c.call(ctx, http.MethodPut, upload.UploadURL, "image/jpeg", file, nil)
}

// awaitVariants returns the images when all of them have variants.
func (c *adminClient) awaitVariants(ctx context.Context) ([]libraryImage, error) {
	ctx, cancel := context.WithTimeoutCause(ctx, variantsTimeout, errors.New("the variants were not ready in time"))
	defer cancel()
	for {
		var library struct {
			Data struct{ Images []libraryImage }
		}
		if err := c.call(ctx, http.MethodGet, c.home+"api/admin/images", "", nil, &library); err != nil {
			return nil, errors.Join(context.Cause(ctx), err)
		}
		ready := true
		for _, image := range library.Data.Images {
			ready = ready && len(image.Variants) > 0
		}
		if ready {
			return library.Data.Images, nil
		}
		select {
		case <-time.After(100 * time.Millisecond):
		case <-ctx.Done():
		}
	}
}
