package server

import (
	"bytes"
	"log/slog"
	"mime"
	"net/http"
	"reflect"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"perimeter/internal/chat"
	"perimeter/internal/limit"
)

// The routes of photos in the chat. Their bodies are files, not JSON.
const (
	visitorPhotosRoute = "POST /api/chat/photos"
	visitorPhotoRoute  = "GET /api/chat/photos/{id}"
	staffPhotosRoute   = "POST /api/admin/chat/{id}/photos"
	staffPhotoRoute    = "GET /api/admin/chat/photos/{id}"
)

// photoUpload is a request whose body is the file of a photo.
type photoUpload struct {
	api    *api
	w      http.ResponseWriter
	r      *http.Request
	body   *incomingBody
	isRead bool
}

// newPhotoUpload returns the photo of a request. Its memory is counted against the
// budget until release. The server's timeout for requests ends slow ones.
func (a *api) newPhotoUpload(w http.ResponseWriter, r *http.Request, budget *limit.Budget) *photoUpload {
	return &photoUpload{api: a, w: w, r: r, body: a.newIncomingBody(w, r, budget, chat.MaxPhotoUpload)}
}

// draft returns what the chat needs of the request.
func (u *photoUpload) photo() chat.NewPhoto {
	return chat.NewPhoto{Key: u.r.URL.Query().Get("key"), Receive: u.receive}
}

// receive reads the file.
func (u *photoUpload) receive() ([]byte, error) {
	declared, _, err := mime.ParseMediaType(u.r.Header.Get("Content-Type"))
	if err != nil || !strings.HasPrefix(declared, "image/") {
		return nil, chat.PhotoUnsupported()
	}
	if u.r.ContentLength > chat.MaxPhotoUpload {
		return nil, chat.PhotoTooLarge()
	}
	file, err := u.body.readAll(chat.PhotoTooLarge(), "The photo did not arrive completely. Please send it again.")
	u.isRead = err == nil
	return file, err
}

func (u *photoUpload) release() { _ = u.body.Close() }

// respond writes the stored message, or the error.
func (u *photoUpload) respond(stored chat.Message, err error) {
	switch {
	case err != nil && !u.isRead:
		u.release() // the rest of the body is read and kept nowhere
		u.api.refuseBody(u.w, u.r, err)
	case err != nil:
		u.api.fail(u.w, u.r, err)
	default:
		u.w.Header().Set("Content-Type", "application/json")
		if err := encodeJSON(u.w, envelope[chat.Message]{Success: true, Data: stored}); err != nil {
			u.api.log(u.r.Context(), slog.LevelError, "internal error", "error", err.Error())
		}
	}
}

// receiveVisitorPhoto receives a photo that a visitor sends.
func (a *api) receiveVisitorPhoto(w http.ResponseWriter, r *http.Request) {
	ctx := r.Context()
	upload := a.newPhotoUpload(w, r, a.bodies.photos)
	defer upload.release()
	v, known, err := a.visitor(ctx)
	if err != nil {
		upload.respond(chat.Message{}, err)
		return
	}
	stored, err := a.chat.SendPhotoAsVisitor(ctx, v, r.URL.Query().Get("page"), upload.photo())
	if err == nil && !known {
		cookie := a.cookies.chat.set(v.Token)
		http.SetCookie(w, &cookie)
	}
	upload.respond(stored, err)
}

// receiveStaffPhoto receives a photo that is an answer.
func (a *api) receiveStaffPhoto(w http.ResponseWriter, r *http.Request) {
	ctx, id := r.Context(), r.PathValue("id")
	upload := a.newPhotoUpload(w, r, a.bodies.users)
	defer upload.release()
	user := requestInfoOf(ctx).user
	stored, err := a.chat.SendPhotoAsStaff(ctx, chat.StaffMember{ID: user.ID, Name: user.FullName}, id, upload.photo())
	if err == nil {
		a.logChange(ctx, "chat photo sent", "conversation", id, "message", stored.ID)
	}
	upload.respond(stored, err)
}

// servePhotoToVisitor serves a photo of the visitor's own conversation.
func (a *api) servePhotoToVisitor(w http.ResponseWriter, r *http.Request) {
	v, _, err := a.visitor(r.Context())
	if err != nil {
		a.fail(w, r, err)
		return
	}
	photo, err := a.chat.PhotoForVisitor(r.Context(), v, r.PathValue("id"))
	a.servePhoto(w, r, photo, err)
}

// servePhotoToStaff serves any photo.
func (a *api) servePhotoToStaff(w http.ResponseWriter, r *http.Request) {
	photo, err := a.chat.PhotoForStaff(r.Context(), r.PathValue("id"))
	a.servePhoto(w, r, photo, err)
}

func (a *api) servePhoto(w http.ResponseWriter, r *http.Request, photo []byte, err error) {
	if err != nil {
		a.fail(w, r, err)
		return
	}
	w.Header().Set("Content-Type", "image/jpeg")
	// A browser may keep the photo, but has to ask each time: whoever signs out, or
	// deletes the conversation, must not find it there.
	w.Header().Set("Cache-Control", "private, no-cache")
	w.Header().Set("Etag", `"`+r.PathValue("id")+`"`) // a photo never changes
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(photo))
}

// describePhotos adds the routes of photos to the OpenAPI document.
func describePhotos(spec *huma.OpenAPI) {
	text := func(in, name, doc string, required bool) *huma.Param {
		return &huma.Param{In: in, Name: name, Description: doc, Required: required, Schema: &huma.Schema{Type: huma.TypeString}}
	}
	id := text("path", "id", "", true)
	key := text("query", "key", "Chosen by the sender; sending the same key again changes nothing", true)
	page := text("query", "page", "The path on which the visitor is", false)
	file := map[string]*huma.MediaType{}
	for _, media := range []string{"image/jpeg", "image/png", "image/webp"} {
		file[media] = &huma.MediaType{Schema: &huma.Schema{Type: huma.TypeString, Format: "binary"}}
	}
	schema := func(t reflect.Type) *huma.Schema { return spec.Components.Schemas.Schema(t, true, "") }
	failed := &huma.Response{Description: "Error", Content: map[string]*huma.MediaType{"application/json": {Schema: schema(reflect.TypeFor[failure]())}}}
	stored := map[string]*huma.Response{"default": failed, "200": {
		Description: "OK", Content: map[string]*huma.MediaType{"application/json": {Schema: schema(reflect.TypeFor[envelope[chat.Message]]())}},
	}}
	photo := map[string]*huma.Response{"default": failed, "200": {
		Description: "OK", Content: map[string]*huma.MediaType{"image/jpeg": file["image/jpeg"]},
	}}
	body := &huma.RequestBody{Required: true, Content: file}
	for _, o := range []*huma.Operation{
		{OperationID: "sendVisitorPhoto", Summary: "Send the staff a photo", Parameters: []*huma.Param{key, page}, RequestBody: body, Responses: stored},
		{OperationID: "getVisitorPhoto", Summary: "A photo of the own conversation", Parameters: []*huma.Param{id}, Responses: photo},
		{OperationID: "sendStaffPhoto", Summary: "Answer a visitor with a photo", Parameters: []*huma.Param{id, key}, RequestBody: body, Responses: stored, Security: adminOnly},
		{OperationID: "getStaffPhoto", Summary: "A photo of any conversation", Parameters: []*huma.Param{id}, Responses: photo, Security: adminOnly},
	} {
		o.Method, o.Path, _ = strings.Cut(photoRoutes[o.OperationID], " ")
		spec.AddOperation(o)
	}
}

// photoRoutes are the routes of photos by their IDs in the OpenAPI document.
var photoRoutes = map[string]string{
	"sendVisitorPhoto": visitorPhotosRoute,
	"getVisitorPhoto":  visitorPhotoRoute,
	"sendStaffPhoto":   staffPhotosRoute,
	"getStaffPhoto":    staffPhotoRoute,
}
