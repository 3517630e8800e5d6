package auth

import (
	"strings"
	"testing"

	"perimeter/internal/errs"
)

var sampleWords = CompanyWords("Lone Oak Pest & Termite", "Hillsboro", "loneoakpest.example")

func companyWords() []string { return sampleWords }

func TestWeakPasswordsAreRefused(t *testing.T) {
	for password, word := range map[string]string{
		"":                         "required",
		"1234567":                  "too short",
		"ééééééé":                  "too short",
		strings.Repeat("aéb", 400): "too long",
		"        ":                 "different characters",
		"aaaaaaaa":                 "different characters",
		"abcabcabcabc":             "different characters",
		"password":                 "most common",
		"PassWord":                 "most common",
		" password ":               "most common",
		"12345678":                 "most common",
		"iloveyou":                 "most common",
		"Password1!":               "most common",
		"pass-word":                "most common",
		"passwordpassword":         "most common",
		"iloveyou-iloveyou":        "most common",
		"hillsboro":                "about the company",
		"Hillsboro!2026":           "about the company",
		"lone oak pest & termite":  "about the company",
		"LoneOak123":               "about the company",
		"Hillsboro-password":       "about the company",
		"anna.example":             "about the company",
		"Anna.Example99":           "about the company",
	} {
		err := checkPassword(password, "anna.example", companyWords)
		if errs.KindOf(err) != errs.Invalid || !strings.Contains(err.Error(), word) {
			t.Errorf("%q: %v, want a refusal that says %q", password, err, word)
		}
	}
}

func TestShortUsernamesCountToo(t *testing.T) {
	for _, password := range []string{"sam13579", "Sam-2026!"} {
		if err := checkPassword(password, "sam", nil); errs.KindOf(err) != errs.Invalid || !strings.Contains(err.Error(), "the username") {
			t.Errorf("%q: %v", password, err)
		}
	}
	if err := checkPassword("samurai violin", "sam", nil); err != nil {
		t.Errorf("a word that begins with the username: %v", err)
	}
}

func TestGoodPasswordsAreAccepted(t *testing.T) {
	for _, password := range []string{
		"a1b2c3d9", "correct horse battery", "termites hate my violin", "žluťoučký", "hunter2\npassword",
		strings.Repeat("éàüö", 128), "k4pxq7vtn2mhzc5wyb3j6rdfae",
	} {
		if err := checkPassword(password, "anna", companyWords); err != nil {
			t.Errorf("%q: %v", password, err)
		}
	}
}

func TestListOfLeakedPasswordsIsComplete(t *testing.T) {
	lines := strings.Split(strings.TrimSuffix(commonPasswords, "\n"), "\n")
	if len(lines) != 17_950 {
		t.Errorf("%d lines", len(lines))
	}
	for _, line := range lines {
		if line != strings.TrimSpace(strings.ToLower(line)) || len(line) < minPassword {
			t.Errorf("the line %q can never match", line)
		}
	}
	if !isCommon(lines[0]) || !isCommon(lines[len(lines)-1]) {
		t.Error("the first or the last line is not found")
	}
}
