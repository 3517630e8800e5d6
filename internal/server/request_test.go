package server

import (
	"net/http"
	"testing"

	"perimeter/internal/chat"
)

func TestRefusedAdminRequestsAreLogged(t *testing.T) {
	a := newApp(t)
	a.call(t, nobody, get, "/api/admin/content", nil).wants(t, http.StatusUnauthorized)
	a.call(t, staff, post, "/api/admin/content", contentBody("k")).wants(t, http.StatusForbidden)
	a.call(t, admin, get, "/api/admin/content", nil).wants(t, http.StatusOK)
	lines := a.lines(t, "admin request refused")
	if len(lines) != 2 {
		t.Fatalf("%d lines, want one for each refusal: %v", len(lines), lines)
	}
	for i, want := range []map[string]any{
		{"user": "", "method": "GET", "path": "/api/admin/content"},
		{"user": "sam", "method": "POST", "path": "/api/admin/content"},
	} {
		for name, value := range want {
			if lines[i][name] != value {
				t.Errorf("line %d: %s is %v, want %v", i, name, lines[i][name], value)
			}
		}
	}
}

func TestStaffRepliesAreLoggedWithoutTheirText(t *testing.T) {
	a := newApp(t)
	a.call(t, nobody, post, "/api/chat/messages", fields{"key": "1", "text": "Hello"}).wants(t, http.StatusOK)
	id := data[chat.Inbox](t, a.call(t, admin, get, "/api/admin/chat", nil)).Conversations[0].ID
	a.call(t, admin, post, "/api/admin/chat/"+id+"/messages", fields{"key": "2", "text": "Secret words"}).wants(t, http.StatusOK)
	lines := a.lines(t, "chat reply sent")
	if len(lines) != 1 || lines[0]["user"] != "anna" || lines[0]["conversation"] != id {
		t.Errorf("logged: %v", lines)
	}
	for _, line := range lines {
		for name, value := range line {
			if value == "Secret words" {
				t.Errorf("the text is in %s", name)
			}
		}
	}
}
