package server

import (
	"context"
	"net/http"
	"reflect"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"
)

// routeTable lists every route of the API. A route under /api/admin needs nothing
// else; a public route must also be listed in publicRoutes.
func (a *api) routeTable() []route {
	return []route{
		newRoute(a, get, "/api/content", "listContent", "The texts that public pages show", a.listContent),
		newRoute(a, get, "/api/services", "listServices", "The services; hidden ones for administrators only", a.listServices),
		newRoute(a, get, "/api/services/{ref}", "getService", "One service by slug or id", a.getService),
		newRoute(a, get, postsPath, "listPosts", "The blog posts, newest first", a.listPosts),
		newRoute(a, get, "/api/blog-teaser", "getBlogTeaser", "What the home page shows of the blog", a.getBlogTeaser),
		newRoute(a, get, "/api/google-reviews", "listReviews", "Customers' reviews, newest first", a.listReviews),
		newRoute(a, get, "/api/review-page", "getReviewPage", "The page at Google on which customers write a review", a.getReviewPage),
		newRoute(a, get, "/api/social-links", "listActiveSocialLinks", "The social links that are shown", a.listActiveSocialLinks),
		newRoute(a, get, "/api/page-texts/{page}", "getPageTexts", "The texts of a fixed page, by key", a.getPageTexts),
		newRoute(a, get, "/api/business-hours", "listHours", "The weekdays whose hours were saved", a.listHours),
		newRoute(a, get, specialDaysPath, "listComingSpecialDays", "The days with other hours that are not over yet", a.listComingSpecialDays),

		newRoute(a, post, "/api/chat/messages", "sendVisitorMessage", "Write to the staff", a.sendVisitorMessage),
		newRoute(a, post, "/api/chat/contact", "leaveChatContact", "Say how to be reached", a.leaveChatContact),
		newRoute(a, post, "/api/chat/seen", "markSeen", "Say which messages the visitor has seen", a.markSeen),
		newRoute(a, post, "/api/chat/typing", "typeAsVisitor", "Say that the visitor is typing", a.typeAsVisitor),
		newRoute(a, post, "/api/chat/resume", "resumeConversation", "Take up a conversation with a link", a.resumeConversation),
		newRoute(a, remove, "/api/chat/conversation", "deleteOwnConversation", "Delete the own conversation", a.deleteOwnConversation),

		newRoute(a, get, "/api/auth/user", "getUser", "Who is signed in", a.getUser),
		newRoute(a, post, "/api/auth/login", "login", "Sign in", a.login),
		newRoute(a, post, "/api/auth/logout", "logout", "Sign out", a.logout),
		newRoute(a, post, "/api/auth/proof", "prove", "Prove again who is signed in, for a sensitive action", a.prove),
		newRoute(a, get, "/api/auth/recovery", "getRecovery", "How to get a new password", a.getRecovery),
		newRoute(a, post, "/api/auth/password-reset/request", "requestPasswordReset", "Ask for a link to a new password by e-mail", a.requestPasswordReset),
		newRoute(a, post, "/api/auth/password-reset", "resetPassword", "Choose a new password with a link", a.resetPassword),
		newRoute(a, post, "/api/auth/invitation", "openInvitation", "The invitation that a link stands for", a.openInvitation),
		newRoute(a, post, "/api/auth/invitation/accept", "acceptInvitation", "Become a user with an invitation", a.acceptInvitation),
		newRoute(a, post, "/api/auth/passkey/begin", "beginPasskeyLogin", "Options to use a passkey", a.beginPasskeyLogin),
		newRoute(a, post, "/api/auth/passkey/finish", "finishPasskeyLogin", "Sign in with a passkey", a.finishPasskeyLogin),
		newRoute(a, post, "/api/auth/recover", "recoverPassword", "Choose a new password with a recovery code", a.recoverPassword),

		newRoute(a, get, "/api/account", "getAccount", "The own account", a.getAccount),
		newRoute(a, post, "/api/account/name", "saveName", "Change the own full name", a.saveName),
		newRoute(a, post, "/api/account/password", "changePassword", "Change the own password and end the other sessions", a.changePassword),
		newRoute(a, post, "/api/account/setup/postpone", "postponeSetup", "Keep the generated password for now", a.postponeSetup),
		newRoute(a, get, "/api/account/sessions", "listSessions", "The own sessions", a.listSessions),
		newRoute(a, remove, "/api/account/sessions", "endOtherSessions", "End all other sessions", a.endOtherSessions),
		newRoute(a, remove, "/api/account/sessions/{id}", "endSession", "End another session", a.endSession),
		newRoute(a, post, "/api/account/recovery-codes", "makeRecoveryCodes", "Replace the recovery codes", a.makeRecoveryCodes),
		newRoute(a, post, "/api/account/totp/begin", "beginTotp", "A secret for an authenticator app", a.beginTOTP),
		newRoute(a, post, "/api/account/totp/confirm", "confirmTotp", "Add the authenticator app that shows the code", a.confirmTOTP),
		newRoute(a, remove, "/api/account/totp", "removeTotp", "Remove the authenticator app", a.removeTOTP),
		newRoute(a, get, "/api/account/passkeys", "listPasskeys", "The own passkeys", a.listPasskeys),
		newRoute(a, post, "/api/account/passkeys/begin", "beginPasskey", "Options to make a passkey", a.beginPasskey),
		newRoute(a, post, "/api/account/passkeys/finish", "finishPasskey", "Add the passkey that was made", a.finishPasskey),
		newRoute(a, post, "/api/account/passkeys/{id}", "renamePasskey", "Rename a passkey", a.renamePasskey),
		newRoute(a, remove, "/api/account/passkeys/{id}", "removePasskey", "Remove a passkey", a.removePasskey),

		newRoute(a, get, "/api/admin/company", "getCompany", "The facts about the company and the texts of fixed pages", a.getCompany),
		newRoute(a, post, "/api/admin/company", "saveCompany", "Change the facts about the company or texts of fixed pages", a.saveCompany),
		newRoute(a, post, "/api/admin/company/palette", "derivePalette", "All colors of the site for two of them", a.derivePalette),
		newRoute(a, get, "/api/admin/checklist", "getChecklist", "The first steps that make the site the owner's", a.getChecklist),
		newRoute(a, get, "/api/admin/former-texts", "getFormerTexts", "The texts in which former facts of the company still stand", a.getFormerTexts),
		newRoute(a, post, "/api/admin/former-texts", "replaceFormerTexts", "Replace former facts of the company in all texts", a.replaceFormerTexts),
		newRoute(a, remove, "/api/admin/checklist", "dismissChecklist", "Stop showing the first steps", a.dismissChecklist),
		newRoute(a, get, "/api/admin/content", "listContentItems", "All content items", a.listContentItems),
		newRoute(a, post, "/api/admin/content", "saveContent", "Create or update a content item", a.saveContent),
		newRoute(a, remove, "/api/admin/content/{id}", "deleteContent", "Delete a content item, so that pages show its default", a.deleteContent),
		newRoute(a, post, "/api/admin/service", "saveService", "Create or update a service", a.saveService),
		newRoute(a, post, "/api/admin/services/order", "orderServices", "Change the order of the services", a.orderServices),
		newRoute(a, remove, "/api/admin/services/{id}", "deleteService", "Delete a service and its page", a.deleteService),
		newRoute(a, post, "/api/admin/template-preview", "previewTemplate", "HTML as a public page would show it", a.previewTemplate),
		newRoute(a, post, "/api/admin/preview/page", "previewPage", "A public page with a draft in it", a.previewPage),
		newRoute(a, post, "/api/admin/preview/changes", "listPageChanges", "The public pages that a draft would change", a.listPageChanges),
		newRoute(a, post, "/api/admin/blog-posts", "savePost", "Create or update a blog post", a.savePost),
		newRoute(a, remove, "/api/admin/blog-posts/{id}", "deletePost", "Delete a blog post", a.deletePost),
		newRoute(a, get, "/api/admin/images", "listImages", "One page of the image library", a.listImages),
		newRoute(a, post, "/api/admin/images", "saveImage", "Change an image's name and alternative text", a.saveImage),
		newRoute(a, post, "/api/admin/images/upload-url", "requestUpload", "An address to which one image can be sent by PUT", a.requestUpload),
		newRoute(a, post, finishUploadPath+"{id}", "finishUpload", "Check an image that was sent to the storage", a.finishUpload),
		newRoute(a, remove, "/api/admin/images/{id}", "deleteImage", "Delete an image", a.deleteImage),
		newRoute(a, get, "/api/admin/social-links", "listSocialLinks", "All social links", a.listSocialLinks),
		newRoute(a, post, "/api/admin/social-links", "saveSocialLink", "Create or update a social link", a.saveSocialLink),
		newRoute(a, post, "/api/admin/social-links/order", "orderSocialLinks", "Change the order of the social links", a.orderSocialLinks),
		newRoute(a, remove, "/api/admin/social-links/{id}", "deleteSocialLink", "Delete a social link", a.deleteSocialLink),
		newRoute(a, get, "/api/admin/business-hours", "listSavedHours", "The weekdays whose hours were saved", a.listSavedHours),
		newRoute(a, post, "/api/admin/business-hours", "saveHours", "Create or update a weekday's hours", a.saveHours),
		newRoute(a, get, "/api/admin/special-days", "listSpecialDays", "All days with other hours, past ones too", a.listSpecialDays),
		newRoute(a, post, "/api/admin/special-days", "saveSpecialDay", "Create or update a day with other hours", a.saveSpecialDay),
		newRoute(a, remove, "/api/admin/special-days/{id}", "deleteSpecialDay", "Delete a day with other hours", a.deleteSpecialDay),
		newRoute(a, get, "/api/admin/working-copies", "listWorkingCopies", "What the user has typed and not saved, newest first", a.listWorkingCopies),
		newRoute(a, get, "/api/admin/working-copies/{kind}/{id}", "getWorkingCopy", "What the user has typed into a form and not saved", a.getWorkingCopy),
		newRoute(a, put, "/api/admin/working-copies/{kind}/{id}", "putWorkingCopy", "Keep what the user has typed into a form", a.putWorkingCopy),
		newRoute(a, remove, "/api/admin/working-copies/{kind}/{id}", "deleteWorkingCopy", "Discard what the user has typed into a form", a.deleteWorkingCopy),
		newRoute(a, get, "/api/admin/google-reviews", "getReviewStatus", "How the fetching of reviews goes", a.getReviewStatus),
		newRoute(a, get, "/api/admin/review-request", "getReviewRequest", "How to ask a customer for a review", a.getReviewRequest),
		newRoute(a, get, "/api/admin/google", "getGoogleSettings", "How the site is connected to Google", a.getGoogleSettings),
		newRoute(a, post, "/api/admin/google/connect", "beginGoogleConsent", "Begin to connect a Google account", a.beginGoogleConsent),
		newRoute(a, post, "/api/admin/google/finish", "finishGoogleConsent", "Connect the Google account that has given its consent", a.finishGoogleConsent),
		newRoute(a, get, "/api/admin/google/locations", "listGoogleLocations", "The locations that the connected Google account manages", a.listGoogleLocations),
		newRoute(a, post, "/api/admin/google/location", "chooseGoogleLocation", "Choose the location whose reviews are shown", a.chooseGoogleLocation),
		newRoute(a, remove, "/api/admin/google", "disconnectGoogle", "Revoke the permission of the Google account and forget it", a.disconnectGoogle),
		newRoute(a, get, "/api/admin/claims", "getClaimReport", "Restricted wording on the published site", a.getClaimReport),
		newRoute(a, get, "/api/admin/chat", "getChatInbox", "The conversations, and the replies at hand", a.getChatInbox),
		newRoute(a, post, "/api/admin/chat/replies", "saveChatReplies", "Replace the replies at hand", a.saveChatReplies),
		newRoute(a, get, "/api/admin/chat/channels", "listChatChannels", "How notices reach the staff, and whether they do", a.listChatChannels),
		newRoute(a, post, "/api/admin/chat/channels/{channel}/test", "sendTestNotice", "Send a test notice", a.sendTestNotice),
		newRoute(a, get, "/api/admin/notices", "getNoticeSettings", "The mail server, the recipients and the webhook of notices", a.getNoticeSettings),
		newRoute(a, post, "/api/admin/notices", "saveNoticeSettings", "Change the mail server, the recipients and the webhook of notices", a.saveNoticeSettings),
		newRoute(a, post, "/api/admin/notices/monthly", "setMonthlyMessage", "Switch the message about each month on or off", a.setMonthlyMessage),
		newRoute(a, get, "/api/admin/chat/availability", "getAvailability", "Whether the user answers visitors", a.getAvailability),
		newRoute(a, post, "/api/admin/chat/availability", "setAvailability", "Say whether the user answers visitors", a.setAvailability),
		newRoute(a, get, "/api/admin/chat/people", "listChatPeople", "Who can be assigned to a conversation", a.listChatPeople),
		newRoute(a, get, "/api/admin/chat/{id}", "getChatThread", "One conversation with its messages", a.getChatThread),
		newRoute(a, post, "/api/admin/chat/{id}", "changeConversation", "Mark a conversation as read, or close it", a.changeConversation),
		newRoute(a, remove, "/api/admin/chat/{id}", "deleteConversation", "Delete a conversation", a.deleteConversation),
		newRoute(a, post, "/api/admin/chat/{id}/messages", "sendStaffMessage", "Answer a visitor", a.sendStaffMessage),
		newRoute(a, post, "/api/admin/chat/{id}/typing", "typeAsStaff", "Say that the user is typing", a.typeAsStaff),
		newRoute(a, post, "/api/admin/chat/{id}/notes", "addChatNote", "Write a note that visitors never see", a.addChatNote),
		newRoute(a, remove, "/api/admin/chat/{id}/notes/{note}", "deleteChatNote", "Delete a note", a.deleteChatNote),

		newRoute(a, get, "/api/admin/backups", "listBackups", "The backups, newest first, and whether each was proven", a.listBackups),
		newRoute(a, post, "/api/admin/backups", "startBackup", "Back up now", a.startBackup),
		newRoute(a, get, "/api/admin/backups/status", "getBackupStatus", "Whether the backups need attention", a.getBackupStatus),
		newRoute(a, get, "/api/admin/recovery-sheet", "getRecoverySheet", "What is needed to bring the site back on a bare machine, to be printed", a.getRecoverySheet),
		newRoute(a, post, "/api/admin/recovery-sheet", "confirmRecoverySheet", "Show to have the recovery sheet, with four of its words", a.confirmRecoverySheet),

		newRoute(a, get, "/api/admin/health", "getHealth", "Site health: what needs attention, and what to do about it", a.getHealth),
		newRoute(a, get, "/api/admin/statistics", "getStatistics", "What happened in a month: views, taps, conversations", a.getStatistics),
		newRoute(a, get, "/api/admin/push", "getPushKey", "The key that browsers subscribe to push notifications with", a.getPushKey),
		newRoute(a, post, "/api/admin/push", "subscribeToPush", "Get notices by push notification in this browser", a.subscribeToPush),
		newRoute(a, post, "/api/admin/push/end", "unsubscribeFromPush", "End the push notifications of a browser", a.unsubscribeFromPush),

		newRoute(a, get, "/api/admin/people", "listPeople", "Everybody who can sign in, and the invitations", a.listPeople),
		newRoute(a, post, "/api/admin/people/invitations", "invitePerson", "Invite somebody by a link that works once", a.invitePerson),
		newRoute(a, post, "/api/admin/people/second-factor", "requireSecondFactor", "Change whether administrators need a second factor", a.requireSecondFactor),
		newRoute(a, remove, "/api/admin/people/invitations/{id}", "removeInvitation", "Remove an invitation", a.removeInvitation),
		newRoute(a, post, "/api/admin/people/{id}", "changePerson", "Change a person's name, e-mail or role", a.changePerson),
		newRoute(a, post, "/api/admin/people/{id}/access", "setPersonDisabled", "Disable a person, or enable them again", a.setPersonDisabled),
		newRoute(a, post, "/api/admin/people/{id}/end-sessions", "endPersonSessions", "End all sessions of a person", a.endPersonSessions),
		newRoute(a, post, "/api/admin/people/{id}/reset-second-factor", "resetSecondFactor", "Remove a person's passkeys, authenticator app and recovery codes", a.resetSecondFactor),
		newRoute(a, post, "/api/admin/people/{id}/password-reset", "issuePasswordReset", "Make a link to a new password for a person", a.issuePasswordReset),
		newRoute(a, get, "/api/admin/audit", "listAuditEvents", "The audit log, newest first", a.listAuditEvents),
		newRoute(a, get, "/api/admin/history", "listHistory", "The versions of what is published, newest first", a.listHistory),
		newRoute(a, post, "/api/admin/history/{id}/restore", "restoreVersion", "Save a record as a version has it", a.restoreVersion),
		newRoute(a, post, "/api/admin/history/{id}/undo", "undoVersion", "Take back the change that has stored a version, if it is the newest", a.undoVersion),
	}
}

// publicRoutes lists the only routes that need no administrator.
var publicRoutes = []string{
	"GET /api/content",
	"GET /api/services",
	"GET /api/services/{ref}",
	"GET /api/blog-posts",
	"GET /api/google-reviews",
	"GET /api/review-page",
	"GET /api/social-links",
	"GET /api/page-texts/{page}",
	"GET /api/business-hours",
	"GET /api/special-days",
	"GET /api/blog-teaser",
	"POST /api/chat/messages",
	"POST /api/chat/contact",
	visitorPhotosRoute,
	visitorPhotoRoute,
	"POST /api/chat/seen",
	"POST /api/chat/typing",
	"POST /api/chat/resume",
	"DELETE /api/chat/conversation",
	visitorEventsRoute,
	"GET /api/auth/user",
	"POST /api/auth/login",
	"POST /api/auth/logout",
	"POST /api/auth/proof", // it checks the session itself
	"GET /api/auth/recovery",
	"POST /api/auth/password-reset/request",
	"POST /api/auth/password-reset",
	"POST /api/auth/invitation",
	"POST /api/auth/invitation/accept",
	"POST /api/auth/passkey/begin",
	"POST /api/auth/passkey/finish",
	"POST /api/auth/recover",
	specRoute,
	policyReportRoute,
	visitsRoute,
}

// provenRoutes lists the sensitive routes: they need a proof of who the user is
// that is younger than ten minutes. Signing in is one.
var provenRoutes = []string{
	"POST /api/admin/notices",
	"POST /api/admin/google/connect",
	"DELETE /api/admin/google",
	"POST /api/admin/people/invitations",
	"POST /api/admin/people/second-factor",
	"DELETE /api/admin/people/invitations/{id}",
	"POST /api/admin/people/{id}",
	"POST /api/admin/people/{id}/access",
	"POST /api/admin/people/{id}/end-sessions",
	"POST /api/admin/people/{id}/reset-second-factor",
	"POST /api/admin/people/{id}/password-reset",
	"GET /api/admin/recovery-sheet",
	"DELETE /api/account/sessions",
	"DELETE /api/account/sessions/{id}",
	"POST /api/account/recovery-codes",
	"POST /api/account/totp/begin",
	"POST /api/account/totp/confirm",
	"DELETE /api/account/totp",
	"POST /api/account/passkeys/begin",
	"POST /api/account/passkeys/finish",
	"DELETE /api/account/passkeys/{id}",
}

// factorRoutes lists the routes of the own account that need no second factor: the
// back office asks them which one to ask for.
var factorRoutes = []string{
	"GET /api/account",
	"GET /api/account/passkeys",
}

func needsProof(pattern string) bool { return slices.Contains(provenRoutes, pattern) }

// isAccountRoute reports whether a route concerns only the user who calls it.
func isAccountRoute(pattern string) bool {
	_, path, _ := strings.Cut(pattern, " ")
	return path == "/api/account" || strings.HasPrefix(path, "/api/account/")
}

func isPublic(pattern string) bool { return slices.Contains(publicRoutes, pattern) }

const (
	get    = http.MethodGet
	post   = http.MethodPost
	put    = http.MethodPut
	remove = http.MethodDelete
)

// route is one route of the API.
type route struct {
	method, path string
	takesBody    bool
	bodyOptional bool
	shared       bool // one of sharedResponses
	parameters   []parameter
	register     func(huma.API)
}

// parameter is a parameter of the query.
type parameter struct {
	name   string
	number bool
}

func (r route) pattern() string { return r.method + " " + r.path }

// newRoute makes the route of a handler. The OpenAPI document describes the
// handler's input and output types.
func newRoute[In, Out any](a *api, method, path, id, summary string, handle func(context.Context, *In) (*Out, error)) route {
	r := route{method: method, path: path}
	r.shared = slices.Contains(sharedResponses, r.pattern())
	for _, field := range reflect.VisibleFields(reflect.TypeFor[In]()) {
		if name, ok := field.Tag.Lookup("query"); ok {
			r.parameters = append(r.parameters, parameter{name, field.Type.Kind() == reflect.Int})
		}
	}
	body, takesBody := reflect.TypeFor[In]().FieldByName("Body")
	r.takesBody = takesBody
	r.bodyOptional = takesBody && body.Type.Kind() == reflect.Pointer
	operation := huma.Operation{
		Method: method, Path: path, OperationID: id, Summary: summary,
		// The domain packages validate.
		SkipValidateBody: true,
		// readJSON has read the body and limited its size and time.
		MaxBodyBytes: -1, BodyReadTimeout: -1,
	}
	if reflect.TypeFor[Out]() == reflect.TypeFor[acceptedOutput]() {
		operation.DefaultStatus = http.StatusAccepted
	}
	if !isPublic(r.pattern()) {
		operation.Security = adminOnly
	}
	r.register = func(described huma.API) {
		huma.Register(described, operation, func(ctx context.Context, in *In) (*Out, error) {
			out, err := handle(ctx, in)
			if err != nil {
				f, header := a.toFailure(ctx, err)
				return nil, huma.ErrorWithHeaders(f, header)
			}
			return out, nil
		})
	}
	return r
}
