package google

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/color"
	_ "image/gif" // register the decoder
	"image/jpeg"
	_ "image/png" // register the decoder
	"net/http"
	"net/url"
	"strings"

	"golang.org/x/image/draw"
	_ "golang.org/x/image/webp" // register the decoder

	"perimeter/internal/errs"
)

const (
	photoSize      = 96 // pixels; pages show half of that, for sharp screens
	photoQuality   = 82
	maxPhotoBytes  = 4 << 20
	maxPhotoPixels = 4_000_000
	maxRedirects   = 3
)

// photoHosts are the domains from which Google serves its users' photos,
// including their subdomains.
var photoHosts = []string{"googleusercontent.com", "ggpht.com"}

// photoURL returns the absolute URL of a photo, or "" if it may not be fetched.
func (c *Client) photoURL(rawURL string) string {
	if strings.HasPrefix(rawURL, "//") {
		rawURL = "https:" + rawURL
	}
	u, err := url.Parse(rawURL)
	if err != nil || c.checkPhotoURL(u) != nil {
		return ""
	}
	return u.String()
}

// checkPhotoURL allows only hosts of Google, so that the author of a review
// cannot make the server request another host.
func (c *Client) checkPhotoURL(u *url.URL) error {
	if u.User == nil && u.Scheme == c.api.Scheme && u.Host == c.api.Host {
		return nil // the host of the reviews API, which a test may have replaced
	}
	if u.Scheme == "https" && u.User == nil && u.Port() == "" {
		for _, host := range photoHosts {
			if u.Host == host || strings.HasSuffix(u.Host, "."+host) {
				return nil
			}
		}
	}
	return fmt.Errorf("photos may not be fetched from %s://%s", u.Scheme, u.Host)
}

func (c *Client) checkPhotoRedirect(request *http.Request, via []*http.Request) error {
	if len(via) > maxRedirects {
		return errors.New("too many redirects")
	}
	return c.checkPhotoURL(request.URL)
}

// FetchPhoto implements reviews.Source.
func (c *Client) FetchPhoto(ctx context.Context, photoURL string) ([]byte, error) {
	photo, err := c.fetchPhoto(ctx, photoURL)
	if err != nil {
		return nil, &errs.Error{Kind: errs.Upstream, Message: "The photo could not be fetched from Google.", Err: err}
	}
	return photo, nil
}

func (c *Client) fetchPhoto(ctx context.Context, photoURL string) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, c.timeout)
	defer cancel()
	u, err := url.Parse(photoURL)
	if err != nil {
		return nil, err
	}
	if err := c.checkPhotoURL(u); err != nil {
		return nil, err
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, u.String(), nil)
	if err != nil {
		return nil, err
	}
	response, err := c.photos.Do(request)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("the host of the photo answered %s", response.Status)
	}
	file, err := readAll(response.Body, maxPhotoBytes)
	if err != nil {
		return nil, err
	}
	return thumbnail(file)
}

// thumbnail returns a small square JPEG of a photo. It fails if the file is not an
// image.
func thumbnail(file []byte) ([]byte, error) {
	// Check the dimensions before decoding, which takes memory for every pixel.
	config, _, err := image.DecodeConfig(bytes.NewReader(file))
	if err != nil {
		return nil, fmt.Errorf("the photo is not an image: %w", err)
	}
	if config.Width*config.Height > maxPhotoPixels || config.Width < 1 || config.Height < 1 {
		return nil, fmt.Errorf("the photo has %d × %d pixels", config.Width, config.Height)
	}
	picture, _, err := image.Decode(bytes.NewReader(file))
	if err != nil {
		return nil, fmt.Errorf("the photo is damaged: %w", err)
	}
	small := image.NewRGBA(image.Rect(0, 0, photoSize, photoSize))
	draw.Draw(small, small.Rect, image.NewUniform(color.White), image.Point{}, draw.Src)
	draw.CatmullRom.Scale(small, small.Rect, picture, centerSquare(picture.Bounds()), draw.Over, nil)
	var out bytes.Buffer
	if err := jpeg.Encode(&out, small, &jpeg.Options{Quality: photoQuality}); err != nil {
		return nil, fmt.Errorf("encode the photo: %w", err)
	}
	return out.Bytes(), nil
}

// centerSquare returns the largest square in the centre of r.
func centerSquare(r image.Rectangle) image.Rectangle {
	side := min(r.Dx(), r.Dy())
	corner := r.Min.Add(image.Pt((r.Dx()-side)/2, (r.Dy()-side)/2))
	return image.Rectangle{Min: corner, Max: corner.Add(image.Pt(side, side))}
}
