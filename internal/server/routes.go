package server

import (
	"context"
	"net/http"
	"reflect"
	"slices"

	"github.com/danielgtaylor/huma/v2"
)

// table lists every call of the API. Whoever adds one under /api/admin is done;
// a call for everybody must also be named in openToEverybody.
func (a *api) table() []route {
	return []route{
		on(a, get, "/api/content", "listContent", "The texts that public pages show", a.listContent),
		on(a, get, "/api/services", "listServices", "All services", a.listServices),
		on(a, get, "/api/services/{ref}", "getService", "One service by slug or id", a.getService),
		on(a, get, "/api/blog-posts", "listPosts", "All blog posts, newest first", a.listPosts),
		on(a, get, "/api/google-reviews", "listReviews", "Customers' reviews, newest first", a.listReviews),
		on(a, get, "/api/social-links", "listActiveSocialLinks", "The social links that are shown", a.listActiveSocialLinks),
		on(a, get, "/api/business-hours", "listHours", "The weekdays whose hours were saved", a.listHours),

		on(a, post, "/api/chat/messages", "sendVisitorMessage", "Write to the staff", a.sendVisitorMessage),
		on(a, post, "/api/chat/contact", "leaveChatContact", "Say how to be reached", a.leaveChatContact),

		on(a, get, "/api/auth/user", "getUser", "Who is signed in", a.getUser),
		on(a, post, "/api/auth/login", "login", "Sign in", a.login),
		on(a, post, "/api/auth/logout", "logout", "Sign out", a.logout),

		on(a, get, "/api/admin/content", "listContentItems", "All content items", a.listContentItems),
		on(a, post, "/api/admin/content", "saveContent", "Create or update a content item", a.saveContent),
		on(a, post, "/api/admin/service", "saveService", "Create or update a service", a.saveService),
		on(a, post, "/api/admin/template-preview", "previewTemplate", "HTML as a public page would show it", a.previewTemplate),
		on(a, post, "/api/admin/blog-posts", "savePost", "Create or update a blog post", a.savePost),
		on(a, remove, "/api/admin/blog-posts/{id}", "deletePost", "Delete a blog post", a.deletePost),
		on(a, get, "/api/admin/images", "listImages", "One page of the image library", a.listImages),
		on(a, post, "/api/admin/images", "saveImage", "Change an image's name and alternative text", a.saveImage),
		on(a, post, "/api/admin/images/upload-url", "requestUpload", "An address to which one image can be sent by PUT", a.requestUpload),
		on(a, post, finishUploadPath+"{id}", "finishUpload", "Check an image that was sent to the storage", a.finishUpload),
		on(a, remove, "/api/admin/images/{id}", "deleteImage", "Delete an image", a.deleteImage),
		on(a, get, "/api/admin/social-links", "listSocialLinks", "All social links", a.listSocialLinks),
		on(a, post, "/api/admin/social-links", "saveSocialLink", "Create or update a social link", a.saveSocialLink),
		on(a, get, "/api/admin/business-hours", "listSavedHours", "The weekdays whose hours were saved", a.listHours),
		on(a, post, "/api/admin/business-hours", "saveHours", "Create or update a weekday's hours", a.saveHours),
		on(a, get, "/api/admin/google-reviews", "getReviewStatus", "How the fetching of reviews goes", a.getReviewStatus),
		on(a, get, "/api/admin/chat", "getChatInbox", "The conversations, and the replies at hand", a.getChatInbox),
		on(a, post, "/api/admin/chat/replies", "saveChatReplies", "Replace the replies at hand", a.saveChatReplies),
		on(a, get, "/api/admin/chat/{id}", "getChatThread", "One conversation with its messages", a.getChatThread),
		on(a, post, "/api/admin/chat/{id}", "changeConversation", "Mark a conversation as read, or close it", a.changeConversation),
		on(a, remove, "/api/admin/chat/{id}", "deleteConversation", "Delete a conversation", a.deleteConversation),
		on(a, post, "/api/admin/chat/{id}/messages", "sendStaffMessage", "Answer a visitor", a.sendStaffMessage),
	}
}

// openToEverybody lists the only calls that need no administrator.
var openToEverybody = []string{
	"GET /api/content",
	"GET /api/services",
	"GET /api/services/{ref}",
	"GET /api/blog-posts",
	"GET /api/google-reviews",
	"GET /api/social-links",
	"GET /api/business-hours",
	"POST /api/chat/messages",
	"POST /api/chat/contact",
	visitorEventsRoute,
	"GET /api/auth/user",
	"POST /api/auth/login",
	"POST /api/auth/logout",
	descriptionRoute,
}

func isOpen(pattern string) bool { return slices.Contains(openToEverybody, pattern) }

const (
	get    = http.MethodGet
	post   = http.MethodPost
	remove = http.MethodDelete
)

// route is one call of the API.
type route struct {
	method, path string
	takesBody    bool
	bodyOptional bool
	shared       bool     // one of sharedResponses
	parameters   []string // of the query
	register     func(huma.API)
}

func (r route) pattern() string { return r.method + " " + r.path }

// on makes the route of a handler. What the handler takes and returns describes
// the call in the OpenAPI document.
func on[In, Out any](a *api, method, path, id, summary string, handle func(context.Context, *In) (*Out, error)) route {
	r := route{method: method, path: path}
	r.shared = slices.Contains(sharedResponses, r.pattern())
	for _, field := range reflect.VisibleFields(reflect.TypeFor[In]()) {
		if name, ok := field.Tag.Lookup("query"); ok {
			r.parameters = append(r.parameters, name)
		}
	}
	body, takesBody := reflect.TypeFor[In]().FieldByName("Body")
	r.takesBody = takesBody
	r.bodyOptional = takesBody && body.Type.Kind() == reflect.Pointer
	operation := huma.Operation{
		Method: method, Path: path, OperationID: id, Summary: summary,
		// Rules are the domain's: they are checked once, there.
		SkipValidateBody: true,
		// The body was read by readJSON; its size and time are settled.
		MaxBodyBytes: -1, BodyReadTimeout: -1,
	}
	if !isOpen(r.pattern()) {
		operation.Security = administratorsOnly
	}
	r.register = func(described huma.API) {
		huma.Register(described, operation, func(ctx context.Context, in *In) (*Out, error) {
			out, err := handle(ctx, in)
			if err != nil {
				f, header := a.failureOf(ctx, err)
				return nil, huma.ErrorWithHeaders(f, header)
			}
			return out, nil
		})
	}
	return r
}
