package main

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"perimeter/internal/google/googletest"
	"perimeter/internal/testkit"
)

// googleArgs are the flags for a fake Google.
func googleArgs(fake *googletest.Google, fresh time.Duration) []string {
	return []string{
		"--google-location", googletest.Location,
		"--google-client-id", googletest.ClientID,
		"--google-client-secret", googletest.ClientSecret,
		"--google-refresh-token", googletest.RefreshToken,
		"--google-token-url", fake.TokenURL(),
		"--google-api-url", fake.URL,
		"--reviews-fresh", fresh.String(),
	}
}

// reviewIDs returns the IDs of the reviews that the server lists.
func reviewIDs(t *testing.T, address string) (status int, ids []string) {
	t.Helper()
	status, body := get(t, address+"/api/google-reviews")
	var answer struct {
		Data []struct {
			ReviewID string `json:"reviewId"`
		} `json:"data"`
	}
	if err := json.Unmarshal([]byte(body), &answer); err != nil {
		t.Fatalf("%d %s: %v", status, body, err)
	}
	for _, r := range answer.Data {
		ids = append(ids, r.ReviewID)
	}
	return status, ids
}

// eventually waits until the condition holds.
func eventually(t *testing.T, what string, holds func() bool) {
	t.Helper()
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	for deadline := time.Now().Add(time.Minute); !holds(); <-tick.C {
		if time.Now().After(deadline) {
			t.Fatalf("waited in vain: %s", what)
		}
	}
}

func TestFirstReviewsAreFetchedBeforeReady(t *testing.T) {
	fake := googletest.Start(t, googletest.Sample(3, "")...)
	server := start(t, t.TempDir(), googleArgs(fake, time.Hour)...)
	if status, ids := reviewIDs(t, server.address); status != http.StatusOK || len(ids) != 3 {
		t.Errorf("%d %v", status, ids)
	}
	if _, page := get(t, server.address+"/"); !strings.Contains(page, "They found the termites") {
		t.Error("the home page does not show the reviews")
	}
}

func TestNewReviewsReachHomePage(t *testing.T) {
	fake := googletest.Start(t, googletest.Sample(2, "")...)
	dir := t.TempDir()
	args := googleArgs(fake, 100*time.Millisecond)
	server := start(t, dir, args...)
	changed := googletest.Sample(1, "")
	changed[0].ReviewID, changed[0].Comment = "new", "Words that were not there before"
	fake.Set(changed...)
	eventually(t, "the new review in the list", func() bool {
		_, ids := reviewIDs(t, server.address)
		return len(ids) == 1 && ids[0] == "new"
	})
	if _, page := get(t, server.address+"/"); !strings.Contains(page, changed[0].Comment) {
		t.Error("the next home page does not show the new review")
	}

	fake.FailWith(googletest.ServerError)
	failed := fake.Fetches()
	eventually(t, "a failed fetch", func() bool { return fake.Fetches() > failed+1 })
	server.stop()
	server = start(t, dir, args...)
	if status, ids := reviewIDs(t, server.address); status != http.StatusOK || len(ids) != 1 {
		t.Errorf("while Google fails, a restarted server answers %d %v", status, ids)
	}
}

func TestServerRecoversOnceGoogleIsReachable(t *testing.T) {
	for _, failure := range []googletest.Failure{googletest.Slow, googletest.Down, googletest.Revoked} {
		t.Run(string(failure), func(t *testing.T) {
			t.Parallel()
			fake := googletest.Start(t, googletest.Sample(1, "")...)
			fake.FailWith(failure)
			server := start(t, t.TempDir(), googleArgs(fake, time.Second)...)
			began := time.Now()
			if status, _ := reviewIDs(t, server.address); status != http.StatusBadGateway || time.Since(began) > 5*time.Second {
				t.Errorf("%d after %v", status, time.Since(began))
			}
			if status, _ := get(t, server.address+"/"); status != http.StatusOK {
				t.Errorf("the home page answers %d", status)
			}
			if failure == googletest.Slow {
				return // recovery takes as long as a request's timeout
			}
			fake.FailWith(googletest.None)
			eventually(t, "the recovery", func() bool {
				status, _ := reviewIDs(t, server.address)
				return status == http.StatusOK
			})
		})
	}
}

func TestReplicasShareFetchedReviews(t *testing.T) {
	fake := googletest.Start(t, googletest.Sample(2, "")...)
	args := append(googleArgs(fake, time.Hour), "--database-url", testkit.PostgresURL(t))
	first := start(t, t.TempDir(), args...)
	eventually(t, "the first fetch", func() bool {
		_, ids := reviewIDs(t, first.address)
		return len(ids) == 2
	})
	second := start(t, t.TempDir(), args...)
	for _, server := range []running{first, second} {
		if status, ids := reviewIDs(t, server.address); status != http.StatusOK || len(ids) != 2 {
			t.Errorf("%d %v", status, ids)
		}
		if _, page := get(t, server.address+"/"); !strings.Contains(page, "They found the termites") {
			t.Error("a home page does not show the reviews")
		}
	}
	if fake.Fetches() != 1 {
		t.Errorf("the reviews were fetched %d times", fake.Fetches())
	}
}

func TestReplicasShowWhatOneOfThemHasConnected(t *testing.T) {
	fake := googletest.Start(t, googletest.Sample(2, "")...)
	database := testkit.PostgresURL(t)
	mustRun(t, "a fine password\n", "user", "add", "--data", t.TempDir(), "--database-url", database,
		"--username", "sam", "--full-name", "Sam Sample", "--role", "admin", "--password-stdin")
	args := []string{
		"--database-url", database, "--secrets-key", base64.StdEncoding.EncodeToString(make([]byte, 32)),
		"--google-auth-url", fake.AuthURL(), "--google-token-url", fake.TokenURL(), "--google-api-url", fake.URL,
	}
	first, second := start(t, t.TempDir(), args...), start(t, t.TempDir(), args...)
	shown := func(want int) {
		t.Helper()
		for _, server := range []running{first, second} {
			if status, ids := reviewIDs(t, server.address); status != http.StatusOK || len(ids) != want {
				t.Errorf("%d %v, want %d reviews", status, ids, want)
			}
			if _, page := get(t, server.address+"/"); strings.Contains(page, "They found the termites") != (want > 0) {
				t.Errorf("a home page does not show %d reviews", want)
			}
		}
	}
	shown(0)

	client := signedIn(t, first.address, "sam", "a fine password")
	typed, err := json.Marshal(map[string]string{"clientId": googletest.ClientID, "clientSecret": googletest.ClientSecret})
	if err != nil {
		t.Fatal(err)
	}
	response := testkit.Must(client.Post(first.address+"/api/admin/google/connect", "application/json", bytes.NewReader(typed)))(t)
	defer response.Body.Close()
	var begun struct{ Data struct{ URL string } }
	if err := json.NewDecoder(response.Body).Decode(&begun); err != nil {
		t.Fatal(err)
	}
	redirect := testkit.Must(fake.Answer(begun.Data.URL, true))(t)
	if origin := redirect.Scheme + "://" + redirect.Host; origin != first.address {
		t.Errorf("Google sends the browser to %s", redirect)
	}
	send(t, client, first.address+"/api/admin/google/finish", map[string]string{
		"state": redirect.Query().Get("state"), "code": redirect.Query().Get("code"),
	})
	shown(2)
	check := append([]string{"check", "--data", t.TempDir()}, args...)
	if _, out, _ := command(t, "", check...); !strings.Contains(out, "2 reviews were fetched") {
		t.Errorf("the check does not ask Google as the owner has connected it:\n%s", out)
	}

	request := testkit.Must(http.NewRequestWithContext(t.Context(), http.MethodDelete, first.address+"/api/admin/google", nil))(t)
	ended := testkit.Must(client.Do(request))(t)
	ended.Body.Close()
	if ended.StatusCode != http.StatusOK || len(fake.Revoked()) != 1 {
		t.Errorf("disconnecting answers %d; %d tokens were revoked", ended.StatusCode, len(fake.Revoked()))
	}
	shown(0)
	if _, out, _ := command(t, "", check...); strings.Contains(out, "google ") {
		t.Errorf("the check asks Google, though nothing is connected:\n%s", out)
	}
}

func TestCheckReportsReviewProblems(t *testing.T) {
	fake := googletest.Start(t)
	check := func(change ...string) (int, string) {
		args := append([]string{"check", "--data", t.TempDir()}, googleArgs(fake, time.Minute)...)
		status, out, _ := command(t, "", append(args, change...)...)
		return status, out
	}
	for _, c := range []struct {
		change []string
		status int
		want   string
	}{
		{nil, 0, "0 reviews were fetched"},
		{[]string{"--google-refresh-token", "old"}, 0, "make a new refresh token"},
		{[]string{"--google-refresh-token", ""}, 1, "only partly configured"},
		{[]string{"--google-location", "", "--google-refresh-token", ""}, 0, "the client is configured"},
		{[]string{"--google-location", "locations/7"}, 1, "accounts/A/locations/L"},
		{[]string{"--google-api-url", "localhost:1"}, 1, "PERIMETER_GOOGLE_API_URL"},
		{[]string{"--reviews-fresh", "1ms"}, 1, "PERIMETER_REVIEWS_FRESH"},
	} {
		t.Run(fmt.Sprint(c.change), func(t *testing.T) {
			status, out := check(c.change...)
			if status != c.status || !strings.Contains(out, c.want) {
				t.Errorf("status %d, want %d and a word about %q:\n%s", status, c.status, c.want, out)
			}
			if strings.Contains(out, googletest.ClientSecret) || strings.Contains(out, googletest.RefreshToken) {
				t.Error("a secret is told")
			}
		})
	}
}
