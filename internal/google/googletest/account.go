package googletest

import (
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"html/template"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
)

// Scope is the permission that the APIs need.
const Scope = "https://www.googleapis.com/auth/business.manage"

// account is the account that manages the locations.
const account = "accounts/1001"

// grants is what the owner of the account has allowed.
type grants struct {
	locations int
	codes     map[string]grantRequest
	issued    int
	refresh   map[string]bool // issued refresh tokens that were not revoked
	revoked   []string
	untick    bool // the owner leaves the permission unticked
}

// grantRequest is what a code was given for.
type grantRequest struct{ clientID, redirectURI, challenge, scope string }

func newGrants() grants {
	return grants{locations: 1, codes: map[string]grantRequest{}, refresh: map[string]bool{}}
}

// AuthURL is the URL of the consent page.
func (g *Google) AuthURL() string { return g.URL + "/o/oauth2/v2/auth" }

// ReviewPage is where customers of a location write a review.
func (g *Google) ReviewPage(location string) string {
	return g.URL + "/review?location=" + url.QueryEscape(location)
}

// SetLocations sets how many locations the account manages. The first is Location.
func (g *Google) SetLocations(count int) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.grants.locations = count
}

// LocationName is the name of the location with a number from 0 on.
func LocationName(number int) string { return account + "/locations/" + strconv.Itoa(2002+number) }

// RevokeGrants revokes every permission that was given on the consent page, as the owner
// can do in the Google account.
func (g *Google) RevokeGrants() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.grants.refresh = map[string]bool{}
	g.valid++
}

// Revoked returns the tokens that were revoked by a request.
func (g *Google) Revoked() []string {
	g.mu.Lock()
	defer g.mu.Unlock()
	return slices.Clone(g.grants.revoked)
}

// ExpireCodes makes the codes that were given so far invalid.
func (g *Google) ExpireCodes() {
	g.mu.Lock()
	defer g.mu.Unlock()
	clear(g.grants.codes)
}

// Untick makes the owner leave the permission unticked, or tick it again.
func (g *Google) Untick(untick bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.grants.untick = untick
}

// Answer gives or denies the consent that a consent URL asks for, and returns the URL to
// which Google sends the browser.
func (g *Google) Answer(consentURL string, allow bool) (redirect *url.URL, err error) {
	asked, err := url.Parse(consentURL)
	if err != nil {
		return nil, err
	}
	query := asked.Query()
	redirect, err = url.Parse(query.Get("redirect_uri"))
	if err != nil {
		return nil, err
	}
	if problem := checkConsent(query); problem != "" {
		return nil, fmt.Errorf("Error 400: %s", problem)
	}
	answer := redirect.Query()
	answer.Set("state", query.Get("state"))
	if allow {
		answer.Set("code", g.newCode(query))
		answer.Set("scope", Scope)
	} else {
		answer.Set("error", "access_denied")
	}
	redirect.RawQuery = answer.Encode()
	return redirect, nil
}

// checkConsent returns what is wrong with a request for a consent.
func checkConsent(query url.Values) string {
	for name, want := range map[string]string{
		"client_id": ClientID, "response_type": "code", "scope": Scope, "access_type": "offline", "prompt": "consent",
		"code_challenge_method": "S256",
	} {
		if query.Get(name) != want {
			return name + " is " + strconv.Quote(query.Get(name))
		}
	}
	if query.Get("state") == "" || len(query.Get("code_challenge")) != 43 {
		return "state or code_challenge is missing"
	}
	return ""
}

func (g *Google) newCode(query url.Values) string {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.grants.issued++
	code := "4/0code-" + strconv.Itoa(g.grants.issued)
	request := grantRequest{
		clientID: query.Get("client_id"), redirectURI: query.Get("redirect_uri"), challenge: query.Get("code_challenge"), scope: Scope,
	}
	if g.grants.untick {
		request.scope = "openid"
	}
	g.grants.codes[code] = request
	return code
}

// exchange returns the refresh token for a code, which works once.
func (g *Google) exchange(r *http.Request) (refreshToken, scope, reason string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	code := r.PostFormValue("code")
	request, known := g.grants.codes[code]
	delete(g.grants.codes, code)
	challenge := sha256.Sum256([]byte(r.PostFormValue("code_verifier")))
	switch {
	case !known || request.clientID != r.PostFormValue("client_id"):
		return "", "", "invalid_grant"
	case request.redirectURI != r.PostFormValue("redirect_uri"):
		return "", "", "redirect_uri_mismatch"
	case request.challenge != base64.RawURLEncoding.EncodeToString(challenge[:]):
		return "", "", "invalid_grant"
	}
	refreshToken = "1//refresh-" + strconv.Itoa(g.grants.issued)
	g.grants.refresh[refreshToken] = true
	return refreshToken, request.scope, ""
}

func (g *Google) isGranted(refreshToken string) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	return refreshToken == RefreshToken || g.grants.refresh[refreshToken]
}

func (g *Google) hasLocation(name string) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	for i := range g.grants.locations {
		if LocationName(i) == name {
			return true
		}
	}
	return false
}

// isAllowed refuses a request without the current access token.
func (g *Google) isAllowed(w http.ResponseWriter, r *http.Request) bool {
	if r.Header.Get("Authorization") == "Bearer "+g.accessToken() {
		return true
	}
	refuse(w, http.StatusUnauthorized, "UNAUTHENTICATED", "Request had invalid authentication credentials. "+
		"Expected OAuth 2 access token, login cookie or other valid authentication credential.")
	return false
}

// addAccount adds the consent page, the revocation and the lists of an account.
func (g *Google) addAccount() {
	g.mux.HandleFunc("GET /o/oauth2/v2/auth", g.consentPage)
	g.mux.HandleFunc("POST /o/oauth2/v2/auth", g.answerConsent)
	g.mux.HandleFunc("POST /revoke", g.revoke)
	g.mux.HandleFunc("GET /v1/accounts", g.api(func(int) any {
		return map[string]any{"accounts": []any{map[string]string{"name": account, "accountName": "Sample Owner", "type": "PERSONAL"}}}
	}))
	g.mux.HandleFunc("GET /v1/"+account+"/locations", g.api(func(count int) any {
		if count == 0 {
			return map[string]any{}
		}
		list := make([]any, count)
		for i := range list {
			list[i] = map[string]any{
				"name": strings.TrimPrefix(LocationName(i), account+"/"), "title": "Sample Pest Control " + strconv.Itoa(i+1),
				"storefrontAddress": map[string]any{"addressLines": []string{strconv.Itoa(100+i) + " Sample Street"}, "locality": "Sampletown"},
			}
		}
		return map[string]any{"locations": list}
	}))
	g.mux.HandleFunc("GET /v1/locations/{location}", func(w http.ResponseWriter, r *http.Request) {
		name := account + "/locations/" + r.PathValue("location")
		if !g.hasLocation(name) {
			refuse(w, http.StatusNotFound, "NOT_FOUND", "Requested entity was not found.")
			return
		}
		g.api(func(int) any {
			return map[string]any{"metadata": map[string]string{"newReviewUri": g.ReviewPage(name), "placeId": "sample"}}
		})(w, r)
	})
}

// api answers with what the account has, given how many locations it manages.
func (g *Google) api(answer func(locations int) any) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		_, failure := g.current()
		if g.fail(w, r, failure, apiEndpoint) || !g.isAllowed(w, r) {
			return
		}
		g.mu.Lock()
		count := g.grants.locations
		g.mu.Unlock()
		write(w, http.StatusOK, answer(count))
	}
}

func (g *Google) revoke(w http.ResponseWriter, r *http.Request) {
	if _, failure := g.current(); g.fail(w, r, failure, tokenEndpoint) {
		return
	}
	token := r.PostFormValue("token")
	g.mu.Lock()
	defer g.mu.Unlock()
	g.grants.revoked = append(g.grants.revoked, token)
	if !g.grants.refresh[token] {
		write(w, http.StatusBadRequest, map[string]string{"error": "invalid_token", "error_description": "Token expired or revoked"})
		return
	}
	g.grants.refresh = map[string]bool{} // every permission for the client
	g.valid++
	write(w, http.StatusOK, map[string]any{})
}

var consentTemplate = template.Must(template.New("consent").Parse(`<!DOCTYPE html>
<html lang="en"><title>Sign in - fake Google</title><meta name="viewport" content="width=device-width">
<h1>This site wants access to your Google account</h1>
<p>See, edit, create and delete your Google business listings</p>
<form method="post"><button name="answer" value="allow">Allow</button> <button name="answer" value="deny">Cancel</button></form>
`))

func (g *Google) consentPage(w http.ResponseWriter, r *http.Request) {
	if problem := checkConsent(r.URL.Query()); problem != "" {
		http.Error(w, "Error 400: "+problem, http.StatusBadRequest)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	_ = consentTemplate.Execute(w, nil) // fails only if the client is gone
}

func (g *Google) answerConsent(w http.ResponseWriter, r *http.Request) {
	redirect, err := g.Answer(r.URL.String(), r.PostFormValue("answer") == "allow")
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	http.Redirect(w, r, redirect.String(), http.StatusSeeOther)
}
