package main

import (
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
	first, second := start(t, t.TempDir(), args...), start(t, t.TempDir(), args...)
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
		{nil, 0, "the reviews can be fetched"},
		{[]string{"--google-refresh-token", "old"}, 0, "make a new refresh token"},
		{[]string{"--google-refresh-token", ""}, 1, "only partly configured"},
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
