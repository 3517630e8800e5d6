package blob

import (
	"bytes"
	"context"
	"crypto/rand"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"perimeter/internal/errs"
	"perimeter/internal/media"
	"perimeter/internal/testkit/blobtest"
)

func testBucket(t *testing.T) media.Storage {
	t.Helper()
	s3 := blobtest.RequireS3(t)
	storage, err := Open(Config{StorageURL: s3.URL, AccessKeyID: s3.AccessKeyID, SecretAccessKey: s3.SecretAccessKey})
	if err != nil {
		t.Fatal(err)
	}
	return storage
}

func TestS3Conforms(t *testing.T) {
	blobtest.Run(t, testBucket(t))
}

// upload sends a file as a browser would and returns the status code.
func upload(t *testing.T, url, contentType string, data []byte) int {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodPut, url, bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	if contentType != "" {
		request.Header.Set("Content-Type", contentType)
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	response.Body.Close()
	return response.StatusCode
}

func TestS3AcceptsAnUploadToItsPresignedURL(t *testing.T) {
	storage := testBucket(t)
	key := "uploads/" + rand.Text()
	t.Cleanup(func() { _ = storage.Delete(context.Background(), key) })
	uploadURL, err := storage.UploadURL(t.Context(), key, media.UploadTerms{ExpiresIn: time.Minute})
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(uploadURL, storage.UploadOrigin()+"/") {
		t.Errorf("the upload URL %s does not have the origin %s", uploadURL, storage.UploadOrigin())
	}
	if status := upload(t, uploadURL, "image/png", []byte("picture")); status != http.StatusOK {
		t.Fatalf("status %d", status)
	}
	file, err := storage.Open(t.Context(), key)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if got, err := io.ReadAll(file); string(got) != "picture" {
		t.Errorf("got %q, %v", got, err)
	}
}

func TestS3RefusesUploadsThatBreakTheTerms(t *testing.T) {
	storage := testBucket(t)
	terms := media.UploadTerms{ExpiresIn: time.Minute, Type: "image/png", Size: 7}
	for name, send := range map[string]func(url string) int{
		"another type":   func(u string) int { return upload(t, u, "text/html", []byte("picture")) },
		"another length": func(u string) int { return upload(t, u, "image/png", []byte("pictures")) },
		"another key": func(u string) int {
			return upload(t, strings.Replace(u, "uploads/", "uploads/x", 1), "image/png", []byte("picture"))
		},
		"a longer life": func(u string) int {
			return upload(t, strings.Replace(u, "X-Amz-Expires=60", "X-Amz-Expires=600", 1), "image/png", []byte("picture"))
		},
	} {
		t.Run(name, func(t *testing.T) {
			key := "uploads/" + rand.Text()
			uploadURL, err := storage.UploadURL(t.Context(), key, terms)
			if err != nil {
				t.Fatal(err)
			}
			if status := send(uploadURL); status < 400 || status > 499 {
				t.Errorf("status %d", status)
			}
			if _, err := storage.Open(t.Context(), key); errs.KindOf(err) != errs.NotFound {
				t.Errorf("the file was stored: %v", err)
			}
			if status := upload(t, uploadURL, "image/png", []byte("picture")); status != http.StatusOK {
				t.Errorf("an upload within the terms is refused: status %d", status)
			}
			if err := storage.Delete(t.Context(), key); err != nil {
				t.Error(err)
			}
		})
	}
}

// failingBucket opens a bucket on a server that gives every request the same
// response.
func failingBucket(t *testing.T, status int, body string) media.Storage {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(status)
		_, _ = io.WriteString(w, body)
	}))
	t.Cleanup(server.Close)
	storage, err := Open(Config{
		StorageURL:  "s3://bucket?path_style=true&endpoint=" + url.QueryEscape(server.URL),
		AccessKeyID: "key", SecretAccessKey: "secret",
	})
	if err != nil {
		t.Fatal(err)
	}
	return storage
}

func TestS3ErrorsAreMappedToKinds(t *testing.T) {
	for _, test := range []struct {
		name   string
		status int
		body   string
		want   errs.Kind
	}{
		{"the store fails", http.StatusInternalServerError, "", errs.Unavailable},
		{"the keys are wrong", http.StatusForbidden, "<Error><Code>SignatureDoesNotMatch</Code></Error>", errs.Unavailable},
		{"the bucket is missing", http.StatusNotFound, "<Error><Code>NoSuchBucket</Code></Error>", errs.Unavailable},
		{"the file is missing", http.StatusNotFound, "<Error><Code>NoSuchKey</Code></Error>", errs.NotFound},
		{"the store is full", http.StatusInsufficientStorage, "<Error><Code>Whatever</Code></Error>", errs.Full},
		{"the quota is used up", http.StatusForbidden, "<Error><Code>QuotaExceeded</Code></Error>", errs.Full},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			storage := failingBucket(t, test.status, test.body)
			_, err := storage.Open(t.Context(), "images/a")
			if got := errs.KindOf(err); got != test.want {
				t.Errorf("kind %d of %v, want %d", got, err, test.want)
			}
		})
	}
}

func TestUploadOriginIsTheHostOfTheBucket(t *testing.T) {
	for storageURL, want := range map[string]string{
		"s3://photos?region=eu-west-1":                                              "https://photos.s3.eu-west-1.amazonaws.com",
		"s3://photos?endpoint=https://s3.example.com":                               "https://photos.s3.example.com",
		"s3://photos?endpoint=https://s3.example.com:9000&path_style=true&region=x": "https://s3.example.com:9000",
	} {
		storage, err := Open(Config{StorageURL: storageURL, AccessKeyID: "key", SecretAccessKey: "secret"})
		if err != nil {
			t.Fatal(err)
		}
		if got := storage.UploadOrigin(); got != want {
			t.Errorf("%s: origin %s, want %s", storageURL, got, want)
		}
	}
}
