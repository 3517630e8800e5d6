package auth

import (
	_ "embed"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"perimeter/internal/errs"
)

// The limits on a password. The upper one bounds the cost of hashing.
const (
	minPassword   = 8    // characters
	maxPassword   = 1024 // bytes
	minDistinct   = 4    // different characters
	minOwnLetters = 5    // letters besides company words and the username
	// minWord is the length from which a part of a name counts as a company word.
	minWord = 4
)

// commonPasswords is a list of the most common passwords from leaks in lower case, one
// per line. passwords/LICENSE.txt is the licence of its source.
//
//go:embed passwords/common.txt
var commonPasswords string

// checkPassword refuses passwords that guessing would soon find: short ones, the
// most common ones, and those made of the company's words or the username.
func checkPassword(password, username string, companyWords func() []string) error {
	// However short it is: "sam13579" is among the first guesses for sam.
	words := append(wordsOf(username), strings.Join(parts(username), ""))
	if companyWords != nil {
		words = append(words, companyWords()...)
	}
	refuse := func(format string, args ...any) error { return errs.Errorf(errs.Invalid, format, args...) }
	switch {
	case password == "":
		return refuse("The password is required.")
	case utf8.RuneCountInString(password) < minPassword:
		return refuse("The password is too short: at least %d characters are needed.", minPassword)
	case len(password) > maxPassword:
		return refuse("The password is too long: at most %d bytes are possible.", maxPassword)
	case distinctCharacters(password) < minDistinct:
		return refuse("The password has too few different characters: at least %d are needed.", minDistinct)
	case isCommon(password):
		return refuse("This password is one of the most common ones. Please choose another.")
	case consistsOf(password, words):
		return refuse("The password consists of the username or words about the company. Please choose another.")
	}
	return nil
}

func distinctCharacters(text string) int {
	seen := []rune{}
	for _, r := range text {
		if !slices.Contains(seen, r) {
			seen = append(seen, r)
		}
		if len(seen) == minDistinct {
			break
		}
	}
	return len(seen)
}

// isCommon reports whether the password is on the list, as typed or without signs
// and spaces, or is one of the list that is typed several times.
func isCommon(password string) bool {
	bare := strings.Join(parts(password), "")
	return isListed(strings.ToLower(strings.TrimSpace(password))) || isListed(bare) || isListed(repeatedIn(bare))
}

// isListed looks in the text of the list: that is fast enough for one password,
// and keeps no index of it in memory.
func isListed(line string) bool {
	return line != "" && !strings.Contains(line, "\n") && strings.Contains("\n"+commonPasswords, "\n"+line+"\n")
}

// repeatedIn returns the shortest text that is repeated in the whole of another, or
// the other one if there is none.
func repeatedIn(text string) string {
	for n := minPassword; n <= len(text)/2; n++ {
		if len(text)%n == 0 && strings.Repeat(text[:n], len(text)/n) == text {
			return text[:n]
		}
	}
	return text
}

// consistsOf reports whether the password contains one of the words and hardly
// anything else, such as a year or a common password.
func consistsOf(password string, words []string) bool {
	plain := strings.Join(parts(password), "")
	rest := plain
	// Longer words first: one word may be part of another.
	slices.SortFunc(words, func(a, b string) int { return len(b) - len(a) })
	for _, word := range words {
		if word != "" {
			rest = strings.ReplaceAll(rest, word, "")
		}
	}
	letters := strings.Join(strings.FieldsFunc(rest, unicode.IsDigit), "")
	return rest != plain && (utf8.RuneCountInString(letters) < minOwnLetters || isCommon(rest))
}

// CompanyWords returns the words of texts such as the company's name, town and
// host name that a password must not consist of.
func CompanyWords(texts ...string) []string {
	var words []string
	for _, text := range texts {
		words = append(words, wordsOf(text)...)
	}
	return words
}

// wordsOf returns the parts of a text that are long enough to count, and all of
// them together: "Lone Oak" is also typed as "loneoak".
func wordsOf(text string) []string {
	all := parts(text)
	return slices.DeleteFunc(append(all, strings.Join(all, "")), func(word string) bool { return len(word) < minWord })
}

// parts splits a text at everything but letters and digits, in lower case.
func parts(text string) []string {
	return strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
}
