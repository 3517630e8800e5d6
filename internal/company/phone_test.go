package company

import "testing"

func TestOnePhoneFieldGivesBothNumbers(t *testing.T) {
	for typed, want := range map[string][2]string{
		"(254) 555-0142":   {"(254) 555-0142", "+12545550142"},
		"254.555.0142":     {"(254) 555-0142", "+12545550142"},
		"1 254 555 0142":   {"(254) 555-0142", "+12545550142"},
		"+1 254-555-0142":  {"(254) 555-0142", "+12545550142"},
		"1-800-356-9377":   {"(800) 356-9377", "+18003569377"},
		"+44 20 7946 0018": {"+44 20 7946 0018", "+442079460018"},
	} {
		shown, dialled, ok := parsePhone(typed)
		if !ok || shown != want[0] || dialled != want[1] {
			t.Errorf("%q: shown %q, dialled %q, %v; want %q", typed, shown, dialled, ok, want)
		}
	}
	for _, typed := range []string{"", "555-0142", "call us", "(254) 555-0142 x5", "000 000 0000"} {
		if shown, _, ok := parsePhone(typed); ok {
			t.Errorf("%q is taken for the number %q", typed, shown)
		}
	}
}
