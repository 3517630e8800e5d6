package company

import (
	"strings"

	"github.com/nyaruka/phonenumbers"
)

// homeRegion is the country of numbers that have no country code.
const homeRegion = "US"

// parsePhone returns a phone number as people of the company's country write it
// and as phones dial it. ok says whether it is a number.
func parsePhone(text string) (shown, dialled string, ok bool) {
	number, err := phonenumbers.Parse(text, homeRegion)
	if err != nil || !phonenumbers.IsValidNumber(number) || number.GetExtension() != "" {
		return "", "", false
	}
	format := phonenumbers.INTERNATIONAL
	if phonenumbers.GetRegionCodeForNumber(number) == homeRegion {
		format = phonenumbers.NATIONAL
	}
	return phonenumbers.Format(number, format), phonenumbers.Format(number, phonenumbers.E164), true
}

// DialPhone returns a phone number that somebody has typed, maybe with an extension,
// as phones dial it. ok says whether it is a number.
func DialPhone(text string) (dialled string, ok bool) {
	number, err := phonenumbers.Parse(text, homeRegion)
	if err != nil || !phonenumbers.IsValidNumber(number) {
		return "", false
	}
	dialled = phonenumbers.Format(number, phonenumbers.E164)
	if extension := number.GetExtension(); extension != "" {
		dialled += ";ext=" + extension
	}
	return dialled, true
}

const phoneRule = "must be a phone number with its area code, such as (254) 555-0142, without an extension"

// setPhone derives the number to dial from the number that people wrote. A site
// file may name both, and then they must agree.
func (id *Identity) setPhone(p *problems) {
	if strings.TrimSpace(id.Phone) == "" {
		p.add("phone", "is required")
		return
	}
	shown, dialled, ok := parsePhone(id.Phone)
	if !ok {
		p.add("phone", phoneRule)
		return
	}
	if id.PhoneE164 != "" {
		if _, other, _ := parsePhone(id.PhoneE164); other != dialled {
			p.add("phone", "and phoneE164 are different numbers: "+id.Phone+" and "+id.PhoneE164+
				"; correct one of them, or leave out phoneE164")
			return
		}
	}
	id.Phone, id.PhoneE164 = shown, dialled
}
