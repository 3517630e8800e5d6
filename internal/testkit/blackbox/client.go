package blackbox

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"os/exec"
	"strings"
)

// Response is what a browser that takes brotli gets.
type Response struct {
	Header http.Header
	Body   []byte
}

// Fetch reads url; everything but 200 is an error.
func Fetch(ctx context.Context, url string) (*Response, error) {
	return fetch(ctx, http.DefaultClient, url, "br")
}

func fetch(ctx context.Context, client *http.Client, url, acceptEncoding string) (*Response, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return nil, err
	}
	request.Header.Set("Accept-Encoding", acceptEncoding)
	response, err := client.Do(request)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		return nil, err
	}
	if response.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("%s answered %s", url, response.Status)
	}
	return &Response{Header: response.Header, Body: body}, nil
}

// Credentials of the administrator that measurements sign in as.
const (
	Username = "measurement"
	password = "a password that only this run knows"
)

// AddAdministrator makes the user that SignIn signs in.
func AddAdministrator(ctx context.Context, data string, env ...string) error {
	return AddAdministratorBy(ctx, Binary, data, env...)
}

// AddAdministratorBy is AddAdministrator with another program file than Binary.
func AddAdministratorBy(ctx context.Context, program, data string, env ...string) error {
	add := exec.CommandContext(ctx, program, "user", "add", "--data", data,
		"--username", Username, "--full-name", "", "--role", "admin", "--password-stdin")
	add.Env = env
	add.Stdin = strings.NewReader(password)
	if out, err := add.CombinedOutput(); err != nil {
		return fmt.Errorf("user add: %w\n%s", err, out)
	}
	return nil
}

// Client is a browser of the back office. Home is where the site is, with a slash
// at the end.
type Client struct {
	Home string
	http *http.Client
}

// SignIn returns a client that is signed in.
func SignIn(ctx context.Context, home string) (*Client, error) {
	jar, err := cookiejar.New(nil)
	if err != nil {
		return nil, err
	}
	c := &Client{Home: home, http: &http.Client{Jar: jar}}
	return c, c.Call(ctx, http.MethodPost, "api/auth/login", map[string]string{"username": Username, "password": password}, nil)
}

// TrySignIn sends a wrong password for a username, as a proxy on this machine would
// for the client, and returns the status.
func TrySignIn(ctx context.Context, home, clientIP, username string) (status int, err error) {
	body, err := json.Marshal(map[string]string{"username": username, "password": "not " + password})
	if err != nil {
		return 0, err
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, home+"api/auth/login", bytes.NewReader(body))
	if err != nil {
		return 0, err
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("X-Forwarded-For", clientIP)
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return 0, err
	}
	defer response.Body.Close()
	_, err = io.Copy(io.Discard, response.Body)
	return response.StatusCode, err
}

// At is the same browser with the site on another port, which cookies ignore.
func (c *Client) At(home string) *Client { return &Client{Home: home, http: c.http} }

// Cookies is the Cookie header that the browser sends to the back office, for
// requests that are written by hand.
func (c *Client) Cookies() string {
	home, err := url.Parse(c.Home)
	if err != nil {
		return ""
	}
	var pairs []string
	for _, cookie := range c.http.Jar.Cookies(home) {
		pairs = append(pairs, cookie.Name+"="+cookie.Value)
	}
	return strings.Join(pairs, "; ")
}

// Fetch reads a path of the site in one of the encodings; everything but 200 is an
// error.
func (c *Client) Fetch(ctx context.Context, path, acceptEncoding string) (*Response, error) {
	return fetch(ctx, c.http, c.Home+path, acceptEncoding)
}

// StatusError is an answer that is no success.
type StatusError struct {
	Status     int
	RetryAfter string
	Text       string
}

func (e *StatusError) Error() string {
	return fmt.Sprintf("answered %d: %s", e.Status, strings.TrimSpace(e.Text))
}

// Call sends body as JSON, if there is one, to a path of the site and reads the
// answer into result, if there is one. An answer other than 200 is a
// *StatusError.
func (c *Client) Call(ctx context.Context, method, path string, body, result any) error {
	if body == nil {
		return c.send(ctx, method, c.Home+path, "", nil, result)
	}
	raw, err := json.Marshal(body)
	if err != nil {
		return err
	}
	return c.send(ctx, method, c.Home+path, "application/json", raw, result)
}

func (c *Client) send(ctx context.Context, method, url, mediaType string, body []byte, result any) error {
	request, err := http.NewRequestWithContext(ctx, method, url, bytes.NewReader(body))
	if err != nil {
		return err
	}
	if mediaType != "" {
		request.Header.Set("Content-Type", mediaType)
	}
	response, err := c.http.Do(request)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		return err
	}
	if response.StatusCode != http.StatusOK && response.StatusCode != http.StatusAccepted {
		return fmt.Errorf("%s %s %w", method, request.URL.Path,
			&StatusError{response.StatusCode, response.Header.Get("Retry-After"), string(text)})
	}
	if result == nil {
		return nil
	}
	return json.Unmarshal(text, result)
}

// Upload sends a picture as the back office does and returns its path.
func (c *Client) Upload(ctx context.Context, mediaType string, file []byte) (string, error) {
	var ticket struct{ UploadURL, ImageURL, FinishURL string }
	if err := c.Call(ctx, http.MethodPost, "api/admin/images/upload-url", nil, &ticket); err != nil {
		return "", err
	}
	if err := c.send(ctx, http.MethodPut, ticket.UploadURL, mediaType, file, nil); err != nil {
		return "", err
	}
	if ticket.FinishURL != "" { // the file went straight to the storage
		if err := c.Call(ctx, http.MethodPost, strings.TrimPrefix(ticket.FinishURL, "/"), nil, nil); err != nil {
			return "", err
		}
	}
	return strings.TrimPrefix(ticket.ImageURL, "/"), nil
}

// Image is an uploaded picture as the back office lists it.
type Image struct {
	URL      string `json:"url"`
	Size     int    `json:"size"`
	Variants []struct {
		URL       string `json:"url"`
		MediaType string `json:"mediaType"`
		Width     int    `json:"width"`
		Size      int    `json:"size"`
	} `json:"variants"`
}

// Images returns the first page of the library.
func (c *Client) Images(ctx context.Context) ([]Image, error) {
	var library struct {
		Data struct{ Images []Image }
	}
	err := c.Call(ctx, http.MethodGet, "api/admin/images", nil, &library)
	return library.Data.Images, err
}
