package google

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/color"
	_ "image/gif" // a format that photos come in
	"image/jpeg"
	_ "image/png" // another
	"net/http"
	"net/url"
	"strings"

	"golang.org/x/image/draw"
	_ "golang.org/x/image/webp" // another

	"perimeter/internal/errs"
)

const (
	photoSide      = 96 // twice what pages show
	photoQuality   = 82
	maxPhoto       = 4 << 20
	maxPhotoPixels = 4_000_000
	maxRedirects   = 3
)

// photoHosts is where Google keeps the photos of its users, with all that is
// below.
var photoHosts = []string{"googleusercontent.com", "ggpht.com"}

// photoAddress returns the full address of a photo, or "" for one that will not
// be fetched.
func (c *Client) photoAddress(address string) string {
	if strings.HasPrefix(address, "//") {
		address = "https:" + address
	}
	u, err := url.Parse(address)
	if err != nil || c.checkPhotoAddress(u) != nil {
		return ""
	}
	return u.String()
}

// checkPhotoAddress keeps the server from being sent anywhere but to Google:
// whoever writes a review also names an address.
func (c *Client) checkPhotoAddress(u *url.URL) error {
	if u.User == nil && u.Scheme == c.api.Scheme && u.Host == c.api.Host {
		return nil // whom we ask for reviews anyway
	}
	if u.Scheme == "https" && u.User == nil && u.Port() == "" {
		for _, host := range photoHosts {
			if u.Host == host || strings.HasSuffix(u.Host, "."+host) {
				return nil
			}
		}
	}
	return fmt.Errorf("no photo is fetched from %s://%s", u.Scheme, u.Host)
}

func (c *Client) checkPhotoRedirect(request *http.Request, via []*http.Request) error {
	if len(via) > maxRedirects {
		return errors.New("the photo is redirected too often")
	}
	return c.checkPhotoAddress(request.URL)
}

// FetchPhoto implements reviews.Source.
func (c *Client) FetchPhoto(ctx context.Context, address string) ([]byte, error) {
	photo, err := c.fetchPhoto(ctx, address)
	if err != nil {
		return nil, &errs.Error{Kind: errs.Upstream, Message: "The photo could not be fetched from Google.", Err: err}
	}
	return photo, nil
}

func (c *Client) fetchPhoto(ctx context.Context, address string) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, c.limit)
	defer cancel()
	u, err := url.Parse(address)
	if err != nil {
		return nil, err
	}
	if err := c.checkPhotoAddress(u); err != nil {
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
		return nil, fmt.Errorf("the photo's host answered %s", response.Status)
	}
	file, err := readAll(response.Body, maxPhoto)
	if err != nil {
		return nil, err
	}
	return portrait(file)
}

// portrait makes a small square JPEG of a picture, which is also the proof that
// it is one.
func portrait(file []byte) ([]byte, error) {
	// The size stands in front of the pixels: it is known before they cost
	// anything.
	config, _, err := image.DecodeConfig(bytes.NewReader(file))
	if err != nil {
		return nil, fmt.Errorf("the photo is no picture: %w", err)
	}
	if config.Width*config.Height > maxPhotoPixels || config.Width < 1 || config.Height < 1 {
		return nil, fmt.Errorf("the photo has %d × %d pixels", config.Width, config.Height)
	}
	picture, _, err := image.Decode(bytes.NewReader(file))
	if err != nil {
		return nil, fmt.Errorf("the photo is damaged: %w", err)
	}
	small := image.NewRGBA(image.Rect(0, 0, photoSide, photoSide))
	draw.Draw(small, small.Rect, image.NewUniform(color.White), image.Point{}, draw.Src)
	draw.CatmullRom.Scale(small, small.Rect, picture, middle(picture.Bounds()), draw.Over, nil)
	var out bytes.Buffer
	if err := jpeg.Encode(&out, small, &jpeg.Options{Quality: photoQuality}); err != nil {
		return nil, fmt.Errorf("encode the photo: %w", err)
	}
	return out.Bytes(), nil
}

// middle is the largest square in the middle of r.
func middle(r image.Rectangle) image.Rectangle {
	side := min(r.Dx(), r.Dy())
	corner := r.Min.Add(image.Pt((r.Dx()-side)/2, (r.Dy()-side)/2))
	return image.Rectangle{Min: corner, Max: corner.Add(image.Pt(side, side))}
}
