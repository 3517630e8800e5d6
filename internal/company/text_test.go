package company

import (
	"encoding/json"
	"strings"
	"testing"

	"perimeter/internal/testkit/golden"
)

// The front end shows these texts while the server has not answered.
const defaultTextsFile = "../../web/src/domain/page-texts.json"

func TestFrontEndHasCurrentDefaultTexts(t *testing.T) {
	pages := map[string]map[string]string{}
	for _, field := range textFields() {
		for _, page := range field.Pages {
			if pages[page] == nil {
				pages[page] = map[string]string{}
			}
			pages[page][field.Key] = field.Default
		}
	}
	current, err := json.MarshalIndent(pages, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	current = append(current, '\n')
	golden.Check(t, defaultTextsFile, current)
}

func TestDefaultTextsFollowTheFacts(t *testing.T) {
	d := Sample()
	d.County = "Bosque County"
	for _, page := range []string{"home", "about"} {
		if got := d.PageTexts(page)["mission"]; !strings.Contains(got, "Bosque County") {
			t.Errorf("the mission on %s is %q", page, got)
		}
	}
	for _, field := range d.TextFields() {
		if strings.ContainsAny(field.Default, "{}") {
			t.Errorf("%s has a name that is not replaced: %q", field.Key, field.Default)
		}
		if field.Group == "" || field.Label == "" || len(field.Pages) == 0 {
			t.Errorf("%+v says too little", field)
		}
	}
	if texts := d.PageTexts("contact"); texts != nil {
		t.Errorf("the contact page has %v", texts)
	}
}

func TestOwnTextsAreNotFilledIn(t *testing.T) {
	d := Sample()
	d.Texts = map[string]string{"mission": " We keep {county} dry. "}
	if err := d.prepare().first(); err != nil {
		t.Fatal(err)
	}
	if got := d.PageTexts("home")["mission"]; got != "We keep {county} dry." {
		t.Errorf("the mission is %q", got)
	}
}

func TestTheDefaultIsNotStored(t *testing.T) {
	d := Sample()
	d.Texts = map[string]string{"mission": d.PageTexts("home")["mission"], "story": "", "closing.title": "Bugs?"}
	if err := d.prepare().first(); err != nil {
		t.Fatal(err)
	}
	if len(d.Texts) != 1 || d.Texts["closing.title"] != "Bugs?" {
		t.Errorf("stored are %v", d.Texts)
	}
}

func TestShippedTextsMakeNoClaims(t *testing.T) {
	for _, word := range []string{"harmless", "non-toxic", "EPA approved", "award", "safe"} {
		if strings.Contains(strings.ToLower(string(textsFile)), strings.ToLower(word)) {
			t.Errorf("the default texts hold %q", word)
		}
	}
}
