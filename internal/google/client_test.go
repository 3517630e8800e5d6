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

// impatience is how long a request may take here; it only matters where no
// answer comes.
const impatience = 300 * time.Millisecond

func connect(t *testing.T, fake *googletest.Google, changes ...func(*google.Config)) *google.Client {
	t.Helper()
	cfg := google.Config{
		Location:     googletest.Location,
		ClientID:     googletest.ClientID,
		ClientSecret: googletest.ClientSecret,
		RefreshToken: googletest.RefreshToken,
		TokenURL:     fake.TokenURL(),
		APIURL:       fake.URL,
		RequestLimit: 10 * time.Second,
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

func TestReviewsComeWithAllThatTheirAuthorsWrote(t *testing.T) {
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
	if diff := cmp.Diff(want, fetch(t, connect(t, fake))); diff != "" {
		t.Errorf("differs (-want +got):\n%s", diff)
	}
}

func TestALocationWithoutReviewsHasAnEmptyList(t *testing.T) {
	if reviews := fetch(t, connect(t, googletest.Start(t))); reviews == nil || len(reviews) != 0 {
		t.Errorf("got %v", reviews)
	}
}

func TestReviewsAreSortedByTheirTimeWhateverItsDigits(t *testing.T) {
	times := []string{ // the newest first
		"2025-05-14T17:00:01Z",
		"2025-05-14T12:00:00.999999999-05:00",
		"2025-05-14T17:00:00.99Z",
		"2025-05-14T17:00:00.123456Z",
		"2025-05-14T17:00:00.1Z",
		"2025-05-14T17:00:00.045Z",
		"2025-05-14T17:00:00Z",
		"some day",
	}
	var reviews []googletest.Review
	for _, i := range []int{3, 7, 0, 5, 2, 6, 4, 1} {
		reviews = append(reviews, googletest.Review{ReviewID: times[i], CreateTime: times[i]})
	}
	got := ids(fetch(t, connect(t, googletest.Start(t, reviews...))))
	if diff := cmp.Diff(times, got); diff != "" {
		t.Errorf("differs (-want +got):\n%s", diff)
	}
}

func TestTranslatedCommentsShowTheCustomersOwnWords(t *testing.T) {
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
		if got := fetch(t, connect(t, fake))[0].Comment; got != want {
			t.Errorf("%q became %q, want %q", comment, got, want)
		}
	}
}

func TestAllPagesAreFetchedWithOneToken(t *testing.T) {
	for _, count := range []int{1, 49, 50, 51, 100, 1234} {
		fake := googletest.Start(t, googletest.Sample(count, "")...)
		reviews := fetch(t, connect(t, fake))
		if len(reviews) != count || reviews[0].ReviewID != "review-00001" {
			t.Errorf("of %d reviews %d came", count, len(reviews))
		}
		if pages, want := fake.Pages(), (count+49)/50; pages != want || fake.Tokens() != 1 {
			t.Errorf("%d reviews took %d pages and %d tokens, want %d and 1", count, pages, fake.Tokens(), want)
		}
	}
}

func TestTenThousandReviewsAreFetched(t *testing.T) {
	fake := googletest.Start(t, googletest.Sample(10_000, "https://lh3.googleusercontent.com/a")...)
	if reviews := fetch(t, connect(t, fake)); len(reviews) != 10_000 {
		t.Errorf("%d came", len(reviews))
	}
}

func TestAReviewThatIsOnTwoPagesCountsOnce(t *testing.T) {
	reviews := googletest.Sample(60, "")
	reviews[50] = reviews[49]
	if got := fetch(t, connect(t, googletest.Start(t, reviews...))); len(got) != 59 {
		t.Errorf("%d came, want 59", len(got))
	}
}

func TestEveryTroubleEndsSoonAndTellsTheOwnerWhatToDo(t *testing.T) {
	const byItself = "by itself"
	advice := map[googletest.Trouble]string{
		googletest.Revoked:         "PERIMETER_GOOGLE_REFRESH_TOKEN",
		googletest.UnknownClient:   "PERIMETER_GOOGLE_CLIENT_ID",
		googletest.Unauthenticated: "PERIMETER_GOOGLE_REFRESH_TOKEN",
		googletest.Forbidden:       "manages the business profile",
		googletest.Missing:         googletest.Location,
	}
	for _, trouble := range googletest.Troubles {
		t.Run(string(trouble), func(t *testing.T) {
			t.Parallel()
			fake := googletest.Start(t, googletest.Sample(3, "")...)
			fake.Have(trouble)
			client := connect(t, fake, func(cfg *google.Config) {
				if trouble == googletest.Slow {
					cfg.RequestLimit = impatience
				}
			})
			reviews, err := client.Fetch(t.Context())
			if errs.KindOf(err) != errs.Upstream || reviews != nil {
				t.Fatalf("got %d reviews and %v", len(reviews), err)
			}
			var told *errs.Error
			errors.As(err, &told)
			want := byItself
			if advice[trouble] != "" {
				want = advice[trouble]
			}
			if !strings.Contains(told.Message, want) {
				t.Errorf("the owner reads %q, which does not say %q", told.Message, want)
			}
			for _, secret := range []string{googletest.ClientSecret, googletest.RefreshToken, "ya29"} {
				if strings.Contains(err.Error(), secret) {
					t.Errorf("the error tells a secret: %v", err)
				}
			}
			if pages := fake.Pages(); trouble != googletest.Endless && pages > 2 {
				t.Errorf("it took %d requests to see the trouble", pages)
			}

			fake.Have(googletest.None)
			if reviews := fetch(t, client); len(reviews) != 3 {
				t.Errorf("after the recovery %d reviews came", len(reviews))
			}
		})
	}
}

func TestPatienceThatGoogleAsksForIsHandedOn(t *testing.T) {
	fake := googletest.Start(t)
	fake.Have(googletest.Busy)
	_, err := connect(t, fake).Fetch(t.Context())
	var told *errs.Error
	if !errors.As(err, &told) || told.RetryAfter != 7*time.Second {
		t.Errorf("got %v", err)
	}
}

func TestWrongSettingsAreNamed(t *testing.T) {
	fake := googletest.Start(t)
	for want, change := range map[string]func(*google.Config){
		"PERIMETER_GOOGLE_CLIENT_SECRET": func(c *google.Config) { c.ClientSecret = "wrong" },
		"PERIMETER_GOOGLE_CLIENT_ID":     func(c *google.Config) { c.ClientID = "wrong" },
		"PERIMETER_GOOGLE_REFRESH_TOKEN": func(c *google.Config) { c.RefreshToken = "wrong" },
		"PERIMETER_GOOGLE_LOCATION":      func(c *google.Config) { c.Location = "accounts/1/locations/9" },
	} {
		if err := connect(t, fake, change).Probe(t.Context()); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("want a word about %s, got %v", want, err)
		}
	}
	if err := connect(t, fake).Probe(t.Context()); err != nil {
		t.Errorf("right settings: %v", err)
	}
}

func TestAnAccessTokenThatWasWithdrawnIsReplaced(t *testing.T) {
	fake := googletest.Start(t, googletest.Sample(1, "")...)
	client := connect(t, fake)
	fetch(t, client)
	fake.Withdraw()
	fetch(t, client)
	if fake.Tokens() != 2 {
		t.Errorf("%d tokens were asked for, want 2", fake.Tokens())
	}
}

func TestFetchingEndsWithItsContext(t *testing.T) {
	fake := googletest.Start(t)
	fake.Have(googletest.Slow)
	ctx, cancel := context.WithTimeout(t.Context(), impatience)
	defer cancel()
	if _, err := connect(t, fake).Fetch(ctx); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("got %v", err)
	}
}

func TestAddressesMayEndWithASlash(t *testing.T) {
	fake := googletest.Start(t, googletest.Sample(2, "")...)
	client := connect(t, fake, func(c *google.Config) { c.APIURL += "/" })
	want := []string{"review-00001", "review-00002"}
	if got := ids(fetch(t, client)); !slices.Equal(got, want) {
		t.Errorf("got %s, want %s", fmt.Sprint(got), want)
	}
}
