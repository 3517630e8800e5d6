package server

import (
	"context"
	"io"
	"log/slog"
	"net/http"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"perimeter/internal/auth"
	"perimeter/internal/media"
)

const (
	// finishUploadPath precedes the ID of an upload that was sent elsewhere.
	finishUploadPath = "/api/admin/images/uploads/"

	// uploadTimeout is how long an upload may take over a slow connection.
	uploadTimeout = 5 * time.Minute
)

func isFile(path string) bool { return strings.HasPrefix(path, media.FilesPath) }

type libraryInput struct {
	Search  string     `query:"search" doc:"Part of the name or the alternative text"`
	Sort    media.Sort `query:"sort" enum:"newest,oldest,name,largest"`
	Page    int        `query:"page" doc:"From 1"`
	PerPage int        `query:"perPage"`
}

func (a *api) listImages(ctx context.Context, in *libraryInput) (*output[media.ListPage], error) {
	return respond(a.library.List(ctx, media.ListOptions(*in)))
}

type imageInput struct{ Body media.ImageEdit }

func (a *api) saveImage(ctx context.Context, in *imageInput) (*output[media.Image], error) {
	change := changeBy(ctx)
	change.BasedOn = in.Body.BasedOn
	saved, err := a.library.Save(ctx, change, in.Body)
	if err != nil {
		return nil, err
	}
	a.logChange(ctx, "Image updated", "id", saved.Record.ID)
	return respondSaved(saved, "Image updated successfully")
}

type imageID struct {
	ID      string `path:"id"`
	Confirm bool   `query:"confirm" doc:"Delete it even where it is used"`
}

func (a *api) deleteImage(ctx context.Context, in *imageID) (*output[media.Image], error) {
	deleted, err := a.library.Delete(ctx, changeBy(ctx), in.ID, in.Confirm)
	if err != nil {
		return nil, err
	}
	image := deleted.Record
	a.logChange(ctx, "Image deleted", "id", image.ID, "uses", len(image.Uses))
	return respondSaved(deleted, "Image deleted successfully")
}

type uploadInput struct {
	Body *media.UploadRequest
	host string
}

// Resolve records the host that the browser used, so that the upload goes to the
// same origin.
func (in *uploadInput) Resolve(ctx huma.Context) []error {
	in.host = ctx.Host()
	return nil
}

type uploadOutput struct {
	Body struct {
		Success   bool   `json:"success"`
		UploadURL string `json:"uploadURL" doc:"Where to send the file by PUT, once"`
		ImageURL  string `json:"imageUrl" doc:"The image's address once it has arrived"`
		FinishURL string `json:"finishUrl,omitempty" doc:"Where to POST when the file was sent to a storage elsewhere"`
	}
}

func (a *api) requestUpload(ctx context.Context, in *uploadInput) (*uploadOutput, error) {
	var request media.UploadRequest
	if in.Body != nil {
		request = *in.Body
	}
	request.SessionHash = auth.SessionHash(requestInfoOf(ctx).token)
	ticket, err := a.library.RequestUpload(ctx, request)
	if err != nil {
		return nil, err
	}
	out := &uploadOutput{}
	out.Body.Success = true
	out.Body.ImageURL = ticket.ImageURL
	if strings.HasPrefix(ticket.UploadURL, "/") {
		out.Body.UploadURL = a.base.Scheme + "://" + in.host + ticket.UploadURL
	} else {
		out.Body.UploadURL = ticket.UploadURL
		out.Body.FinishURL = finishUploadPath + ticket.ID
	}
	return out, nil
}

type uploadID struct {
	ID string `path:"id"`
}

func (a *api) finishUpload(ctx context.Context, in *uploadID) (*output[media.Image], error) {
	finished, err := a.library.FinishUpload(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	a.logChange(ctx, "Image uploaded", "id", finished.Record.ID, "size", finished.Record.Size)
	return respondSaved(finished, "Image uploaded successfully")
}

// receiveUpload receives a file that is sent to an upload URL. The token in the URL
// is the permission; no session is needed.
func (a *api) receiveUpload(w http.ResponseWriter, r *http.Request) {
	id, isUpload := strings.CutPrefix(r.URL.Path, media.UploadsPath)
	if r.Method != http.MethodPut || !isUpload {
		allow := "GET, HEAD"
		if isUpload {
			allow += ", PUT"
		}
		w.Header().Set("Allow", allow)
		a.fail(w, r, &failure{Message: "This address answers only to " + allow + ".", status: http.StatusMethodNotAllowed})
		return
	}
	body := a.newIncomingBody(w, r, a.bodies.users, maxDrain) // the library has a limit of its own
	defer body.Close()
	image, err := a.library.ReceiveUpload(r.Context(), media.UploadedFile{
		ID:    id,
		Token: r.URL.Query().Get("token"),
		Type:  r.Header.Get("Content-Type"),
		Size:  r.ContentLength,
		Body:  body,
		Begin: func(username string) error {
			requestInfoOf(r.Context()).user.Username = username // for the log
			// Not every connection can be given more time; those have no limit either.
			connection, deadline := http.NewResponseController(w), time.Now().Add(uploadTimeout)
			_, _ = connection.SetReadDeadline(deadline), connection.SetWriteDeadline(deadline)
			return nil
		},
	})
	if body.refused != nil {
		err = body.refused
	}
	if err != nil && (!body.begun || body.refused != nil) {
		_ = body.Close()
		a.refuseBody(w, r, err)
		return
	}
	if err != nil {
		_, _ = io.CopyN(io.Discard, r.Body, maxDrain)
		a.fail(w, r, err)
		return
	}
	a.logChange(r.Context(), "Image uploaded", "id", image.ID, "size", image.Size)
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("ETag", `"`+image.Hash+`"`) // as a storage sends it; upload libraries require one
	if err := encodeJSON(w, envelope[media.Image]{Success: true, Message: "Image uploaded successfully", Data: image}); err != nil {
		a.log(r.Context(), slog.LevelError, "internal error", "error", err.Error())
	}
}

var immutable = []string{"public, max-age=31536000, immutable"}

// serveFile serves an uploaded image or a variant. The file at a URL never changes.
func (a *api) serveFile(w http.ResponseWriter, r *http.Request) {
	file, err := a.openFile(r)
	if err != nil {
		w.Header()["Cache-Control"] = noStore
		a.fail(w, r, err)
		return
	}
	defer file.Close()
	header := w.Header()
	header["Content-Type"] = []string{file.Type}
	header["Etag"] = []string{file.ETag}
	header["Cache-Control"] = immutable
	http.ServeContent(w, r, "", file.ModifiedAt, file.ReadSeekCloser) // not wrapped, so that sendfile can be used
}

func (a *api) openFile(r *http.Request) (*media.StoredFile, error) {
	key := strings.TrimPrefix(r.URL.Path, media.FilesPath)
	if id, ok := strings.CutPrefix(key, media.UploadsDir); ok {
		return a.library.OpenImage(r.Context(), id)
	}
	return a.library.OpenVariant(r.Context(), key)
}
