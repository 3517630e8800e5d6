package google_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"perimeter/internal/errs"
	"perimeter/internal/google"
	"perimeter/internal/google/googletest"
	"perimeter/internal/reviews"
)

// shortTimeout is for tests in which the fake never answers.
const shortTimeout = 300 * time.Millisecond

func newClient(t *testing.T, fake *googletest.Google, changes ...func(*google.Config)) *google.Client {
	t.Helper()
	cfg := google.Config{
		Location:     googletest.Location,
		ClientID:     googletest.ClientID,
		ClientSecret: googletest.ClientSecret,
		RefreshToken: googletest.RefreshToken,
		Endpoints:    google.Endpoints{TokenURL: fake.TokenURL(), APIURL: fake.URL},
		Timeout:      10 * time.Second,
	}
	for _, change := range changes {
		change(&cfg)
	}
	client, err := google.New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	return client
}

func fetch(t *testing.T, client *google.Client) []reviews.Review {
	t.Helper()
	reviews, err := client.Fetch(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return reviews
}

func ids(reviews []reviews.Review) []string {
	list := make([]string, len(reviews))
	for i, r := range reviews {
		list[i] = r.ReviewID
	}
	return list
}

func TestFetchReturnsEveryFieldOfAReview(t *testing.T) {
	fake := googletest.Start(t)
	fake.Set(
		googletest.Review{
			ReviewID:   "full",
			Reviewer:   googletest.Reviewer{DisplayName: "Dolores", ProfilePhotoURL: fake.URL + "/photos/d.png"},
			StarRating: "FOUR", Comment: "Good.", CreateTime: "2025-05-14T17:00:00.5Z", UpdateTime: "2025-06-01T00:00:00Z",
		},
		googletest.Review{Name: googletest.Location + "/reviews/bare", CreateTime: "2025-05-13T17:00:00Z"},
	)
	want := []reviews.Review{
		{
			ReviewID:   "full",
			Reviewer:   reviews.Reviewer{DisplayName: "Dolores", ProfilePhotoURL: fake.URL + "/photos/d.png"},
			StarRating: "FOUR", Comment: "Good.", CreateTime: "2025-05-14T17:00:00.5Z",
		},
		{ReviewID: "bare", Reviewer: reviews.Reviewer{DisplayName: "A Google user"}, CreateTime: "2025-05-13T17:00:00Z"},
	}
	if diff := cmp.Diff(want, fetch(t, newClient(t, fake))); diff != "" {
		t.Errorf("differs (-want +got):\n%s", diff)
	}
}

func TestFetchReturnsAnEmptyListWithoutReviews(t *testing.T) {
	if reviews := fetch(t, newClient(t, googletest.Start(t))); reviews == nil || len(reviews) != 0 {
		t.Errorf("got %v", reviews)
	}
}

func TestFetchSortsByTimeAtAnyPrecision(t *testing.T) {
	times := []string{ // the newest first
		"2025-05-14T17:00:01Z",
		"2025-05-14T12:00:00.999999999-05:00",
		"2025-05-14T17:00:00.99Z",
		"2025-05-14T17:00:00.123456Z",
		"2025-05-14T17:00:00.1Z",
		"2025-05-14T17:00:00.045Z",
		"2025-05-14T17:00:00Z",
		"not a time",
	}
	var reviews []googletest.Review
	for _, i := range []int{3, 7, 0, 5, 2, 6, 4, 1} {
		reviews = append(reviews, googletest.Review{ReviewID: times[i], CreateTime: times[i]})
	}
	got := ids(fetch(t, newClient(t, googletest.Start(t, reviews...))))
	if diff := cmp.Diff(times, got); diff != "" {
		t.Errorf("differs (-want +got):\n%s", diff)
	}
}

func TestTranslatedCommentsShowTheOriginal(t *testing.T) {
	for comment, want := range map[string]string{
		"Plain words.": "Plain words.",
		"(Translated by Google) Good.\n\n(Original)\nBueno.": "Bueno.",
		"(Translated by Google) Good. (Original) Bueno.":     "Bueno.",
		"Bueno.\n\n(Translated by Google)\nGood.":            "Bueno.",
		"Zwei\n\nAbsätze\n\n(Translated by Google)\nTwo":     "Zwei\n\nAbsätze",
		"(Translated by Google) Good.":                       "Good.",
		"It said (Translated by Google) below.":              "It said (Translated by Google) below.",
		"The (Original) was better.":                         "The (Original) was better.",
		"":                                                   "",
	} {
		fake := googletest.Start(t, googletest.Review{ReviewID: "r", Comment: comment, CreateTime: "2025-05-14T17:00:00Z"})
		if got := fetch(t, newClient(t, fake))[0].Comment; got != want {
			t.Errorf("%q became %q, want %q", comment, got, want)
		}
	}
}

func TestFetchReadsAllPagesWithOneToken(t *testing.T) {
	for _, count := range []int{1, 49, 50, 51, 100, 1234} {
		fake := googletest.Start(t, googletest.Sample(count, "")...)
		reviews := fetch(t, newClient(t, fake))
		if len(reviews) != count || reviews[0].ReviewID != "review-00001" {
			t.Errorf("%d reviews were published, %d fetched", count, len(reviews))
		}
		if pages, want := fake.Pages(), (count+49)/50; pages != want || fake.Tokens() != 1 {
			t.Errorf("%d reviews took %d pages and %d tokens, want %d and 1", count, pages, fake.Tokens(), want)
		}
	}
}

func TestFetchReadsTenThousandReviews(t *testing.T) {
	fake := googletest.Start(t, googletest.Sample(10_000, "https://lh3.googleusercontent.com/a")...)
	if reviews := fetch(t, newClient(t, fake)); len(reviews) != 10_000 {
		t.Errorf("%d fetched", len(reviews))
	}
}

func TestAReviewOnTwoPagesIsReturnedOnce(t *testing.T) {
	reviews := googletest.Sample(60, "")
	reviews[50] = reviews[49]
	if got := fetch(t, newClient(t, googletest.Start(t, reviews...))); len(got) != 59 {
		t.Errorf("%d fetched, want 59", len(got))
	}
}

func TestEveryFailureTellsTheOwnerWhatToDo(t *testing.T) {
	const noAction = "No action is needed"
	advice := map[googletest.Failure]string{
		googletest.Revoked:         "PERIMETER_GOOGLE_REFRESH_TOKEN",
		googletest.UnknownClient:   "PERIMETER_GOOGLE_CLIENT_ID",
		googletest.Unauthenticated: "PERIMETER_GOOGLE_REFRESH_TOKEN",
		googletest.Forbidden:       "manages the business profile",
		googletest.NotFound:        googletest.Location,
	}
	for _, failure := range googletest.Failures {
		t.Run(string(failure), func(t *testing.T) {
			t.Parallel()
			fake := googletest.Start(t, googletest.Sample(3, "")...)
			fake.FailWith(failure)
			client := newClient(t, fake, func(cfg *google.Config) {
				if failure == googletest.Slow {
					cfg.Timeout = shortTimeout
				}
			})
			reviews, err := client.Fetch(t.Context())
			if errs.KindOf(err) != errs.Upstream || reviews != nil {
				t.Fatalf("got %d reviews and %v", len(reviews), err)
			}
			var told *errs.Error
			errors.As(err, &told)
			want := noAction
			if advice[failure] != "" {
				want = advice[failure]
			}
			if !strings.Contains(told.Message, want) {
				t.Errorf("the message for the owner is %q, want %q in it", told.Message, want)
			}
			for _, secret := range []string{googletest.ClientSecret, googletest.RefreshToken, "ya29"} {
				if strings.Contains(err.Error(), secret) {
					t.Errorf("the error contains a secret: %v", err)
				}
			}
			if pages := fake.Pages(); failure != googletest.Endless && pages > 2 {
				t.Errorf("it took %d requests to notice the failure", pages)
			}

			fake.FailWith(googletest.None)
			if reviews := fetch(t, client); len(reviews) != 3 {
				t.Errorf("after the recovery %d reviews were fetched, want 3", len(reviews))
			}
		})
	}
}

func TestRetryAfterIsPassedOn(t *testing.T) {
	fake := googletest.Start(t)
	fake.FailWith(googletest.RateLimited)
	_, err := newClient(t, fake).Fetch(t.Context())
	var told *errs.Error
	if !errors.As(err, &told) || told.RetryAfter != 7*time.Second {
		t.Errorf("got %v", err)
	}
}

func TestErrorsNameTheWrongSetting(t *testing.T) {
	fake := googletest.Start(t)
	for want, change := range map[string]func(*google.Config){
		"PERIMETER_GOOGLE_CLIENT_SECRET": func(c *google.Config) { c.ClientSecret = "wrong" },
		"PERIMETER_GOOGLE_CLIENT_ID":     func(c *google.Config) { c.ClientID = "wrong" },
		"PERIMETER_GOOGLE_REFRESH_TOKEN": func(c *google.Config) { c.RefreshToken = "wrong" },
		"PERIMETER_GOOGLE_LOCATION":      func(c *google.Config) { c.Location = "accounts/1/locations/9" },
	} {
		if _, err := newClient(t, fake, change).Fetch(t.Context()); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("want an error about %s, got %v", want, err)
		}
	}
	if _, err := newClient(t, fake).Fetch(t.Context()); err != nil {
		t.Errorf("with correct settings: %v", err)
	}
}

func TestARevokedAccessTokenIsReplaced(t *testing.T) {
	fake := googletest.Start(t, googletest.Sample(1, "")...)
	client := newClient(t, fake)
	fetch(t, client)
	fake.RevokeAccessTokens()
	fetch(t, client)
	if fake.Tokens() != 2 {
		t.Errorf("%d tokens were requested, want 2", fake.Tokens())
	}
}

func TestFetchStopsWhenItsContextEnds(t *testing.T) {
	fake := googletest.Start(t)
	fake.FailWith(googletest.Slow)
	ctx, cancel := context.WithTimeout(t.Context(), shortTimeout)
	defer cancel()
	if _, err := newClient(t, fake).Fetch(ctx); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("got %v", err)
	}
}

func TestTheAPIURLMayEndWithASlash(t *testing.T) {
	fake := googletest.Start(t, googletest.Sample(2, "")...)
	client := newClient(t, fake, func(c *google.Config) { c.APIURL += "/" })
	want := []string{"review-00001", "review-00002"}
	if got := ids(fetch(t, client)); !slices.Equal(got, want) {
		t.Errorf("got %s, want %s", fmt.Sprint(got), want)
	}
}

func TestConnectedOwnerReadsWhatToDoInTheBackOffice(t *testing.T) {
	for failure, want := range map[googletest.Failure]string{
		googletest.Revoked:         "Connect again",
		googletest.UnknownClient:   "type them again",
		googletest.Unauthenticated: "Connect again",
		googletest.Forbidden:       "manages the business profile",
		googletest.NotFound:        "choose the location again",
	} {
		fake := googletest.Start(t)
		fake.FailWith(failure)
		_, err := newClient(t, fake, func(c *google.Config) { c.Connected = true }).Fetch(t.Context())
		var told *errs.Error
		if !errors.As(err, &told) || told.Code != reviews.CodeNeedsOwner || !strings.Contains(told.Message, want) || strings.Contains(told.Message, "PERIMETER") {
			t.Errorf("%s: %v", failure, err)
		}
	}
	fake := googletest.Start(t)
	lost := newClient(t, fake, func(c *google.Config) { c.Connected, c.RefreshToken = true, "" })
	if _, err := lost.Fetch(t.Context()); err == nil || !strings.Contains(err.Error(), "Connect again") || fake.Tokens() != 0 {
		t.Errorf("without a token: %v", err)
	}
}

func TestReviewPageIsOnTheWeb(t *testing.T) {
	fake := googletest.Start(t)
	page, err := newClient(t, fake).ReviewPage(t.Context())
	if err != nil || page != fake.ReviewPage(googletest.Location) {
		t.Errorf("the page is %q, %v", page, err)
	}
	for _, failure := range []googletest.Failure{googletest.Forbidden, googletest.HTMLPage, googletest.Down} {
		fake.FailWith(failure)
		if _, err := newClient(t, fake).ReviewPage(t.Context()); errs.KindOf(err) != errs.Upstream {
			t.Errorf("%s: %v", failure, err)
		}
	}
}
