package claims_test

import (
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"

	"perimeter/internal/claims"
	"perimeter/internal/testkit"
	"perimeter/web"
)

func rules(t *testing.T) *claims.Rules {
	t.Helper()
	return testkit.Must(claims.Parse(web.ClaimRules))(t)
}

func phrases(found []claims.Claim) []string {
	all := []string{}
	for _, claim := range found {
		all = append(all, claim.Phrase)
	}
	return all
}

// The front end's tests use the same vectors.
func TestFindAgreesWithTheFrontEnd(t *testing.T) {
	var vectors struct {
		Noticed []struct {
			Text    string
			Phrases []string
		}
		Passes []string
	}
	file := testkit.Must(os.ReadFile("../../web/src/domain/admin/claim-vectors.json"))(t)
	if err := json.Unmarshal(file, &vectors); err != nil || len(vectors.Noticed) == 0 || len(vectors.Passes) == 0 {
		t.Fatalf("the vectors cannot be read: %v", err)
	}
	r := rules(t)
	for _, v := range vectors.Noticed {
		if got := phrases(r.Find(v.Text)); !slices.Equal(got, v.Phrases) {
			t.Errorf("%q: found %q, want %q", v.Text, got, v.Phrases)
		}
	}
	for _, text := range vectors.Passes {
		if got := phrases(r.Find(text)); len(got) > 0 {
			t.Errorf("%q: found %q, want nothing", text, got)
		}
	}
}

func TestFindNamesEachWordingOnceWithItsReason(t *testing.T) {
	found := rules(t).Find("It is harmless.", "<b>Harmless</b>, and EPA approved.")
	if got := phrases(found); !slices.Equal(got, []string{"harmless", "EPA approved"}) {
		t.Fatalf("found %q", got)
	}
	if !strings.Contains(found[0].Reason, "safe") || !strings.Contains(found[1].Reason, "agency") {
		t.Errorf("the reasons are %q and %q", found[0].Reason, found[1].Reason)
	}
}

func TestUnreadableRulesAreRefused(t *testing.T) {
	for name, file := range map[string]string{
		"not JSON":            "rules",
		"an unknown reason":   `{"rules": [{"words": "safe", "reason": "none"}]}`,
		"not a valid pattern": `{"reasons": {"r": "…"}, "rules": [{"words": "(?!safe)", "reason": "r"}]}`,
	} {
		if _, err := claims.Parse([]byte(file)); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}
