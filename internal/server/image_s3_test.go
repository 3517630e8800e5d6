package server

import (
	"bytes"
	"net/http"
	"strings"
	"testing"

	"perimeter/internal/blob"
	"perimeter/internal/media"
	"perimeter/internal/testkit/blobtest"
	"perimeter/internal/testkit/picture"
)

func TestImageSentToS3IsCheckedAndServed(t *testing.T) {
	s3 := blobtest.RequireS3(t)
	storage, err := blob.Open(blob.Config{StorageURL: s3.URL, AccessKeyID: s3.AccessKeyID, SecretAccessKey: s3.SecretAccessKey})
	if err != nil {
		t.Fatal(err)
	}
	a := newApp(t, func(a *app, _ *Config) { a.storage = storage })
	send := func(tk ticket, file []byte) int {
		t.Helper()
		request, err := http.NewRequestWithContext(t.Context(), http.MethodPut, tk.UploadURL, bytes.NewReader(file))
		if err != nil {
			t.Fatal(err)
		}
		request.Header.Set("Content-Type", "image/jpeg")
		response, err := http.DefaultClient.Do(request)
		if err != nil {
			t.Fatal(err)
		}
		response.Body.Close()
		return response.StatusCode
	}

	file := picture.JPEGWithEXIF(picture.JPEG(t, picture.Photo(400, 50, 1), 90), 6)
	good := a.ticket(t, fields{"type": "image/jpeg", "size": len(file)})
	if status := send(good, append(file, 0)); status < 400 {
		t.Errorf("a longer file than announced: %d", status)
	}
	if status := send(good, file); status != http.StatusOK {
		t.Fatalf("status %d", status)
	}
	stored := data[media.Image](t, a.call(t, admin, post, good.FinishURL, nil).wants(t, http.StatusOK))
	defer func() { a.call(t, admin, remove, "/api/admin/images/"+stored.ID, nil).wants(t, http.StatusOK) }()
	if stored.URL != good.ImageURL || stored.Width != 50 || stored.Height != 400 {
		t.Errorf("stored as %+v", stored)
	}
	res := a.call(t, nobody, get, stored.URL, nil, "Range", "bytes=0-1")
	if res.StatusCode != http.StatusPartialContent || res.text != "\xff\xd8" {
		t.Errorf("a part: %d %q", res.StatusCode, res.text)
	}
	a.awaitVariants(t, stored.ID)
	if versions := a.versions(t, "kind=image&id="+stored.ID); len(versions) != 1 || versions[0].User != "Somebody" {
		t.Errorf("versions %+v", versions)
	}

	unfinished := a.ticket(t, nil)
	send(unfinished, []byte("<html>"))
	if res := a.call(t, nobody, get, unfinished.ImageURL, nil); res.StatusCode != http.StatusNotFound {
		t.Errorf("a page in the storage is served: %d %s", res.StatusCode, res.text)
	}
	refused := a.ticket(t, nil)
	send(refused, []byte("%PDF-1.4"))
	if res := a.call(t, admin, post, refused.FinishURL, nil).wants(t, http.StatusUnsupportedMediaType); !strings.Contains(res.Message, "PDF") {
		t.Errorf("message %q", res.Message)
	}
}
