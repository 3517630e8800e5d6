package main

import (
	"errors"
	"time"
)

// reviewFlags say how the company's Google reviews are fetched.
type reviewFlags struct {
	GoogleLocation     string        `help:"Where the reviews are, accounts/A/locations/L; empty means no reviews." env:"PERIMETER_GOOGLE_LOCATION" placeholder:"NAME"`
	GoogleClientID     string        `help:"OAuth client." env:"PERIMETER_GOOGLE_CLIENT_ID" placeholder:"ID"`
	GoogleClientSecret string        `help:"Secret of the OAuth client." env:"PERIMETER_GOOGLE_CLIENT_SECRET" placeholder:"TEXT"`
	GoogleRefreshToken string        `help:"OAuth refresh token." env:"PERIMETER_GOOGLE_REFRESH_TOKEN" placeholder:"TEXT"`
	GoogleTokenURL     string        `help:"OAuth token endpoint." default:"https://oauth2.googleapis.com/token" env:"PERIMETER_GOOGLE_TOKEN_URL" placeholder:"URL"`
	GoogleAPIURL       string        `help:"Base of the reviews API." default:"https://mybusiness.googleapis.com" env:"PERIMETER_GOOGLE_API_URL" placeholder:"URL"`
	ReviewsFresh       time.Duration `help:"How long fetched reviews stay fresh." default:"5m" env:"PERIMETER_REVIEWS_FRESH" placeholder:"DURATION"`
}

// check accepts all of the settings or none.
func (f reviewFlags) check() finding {
	result := finding{part: "reviews", detail: f.GoogleLocation}
	given := 0
	for _, v := range []string{f.GoogleLocation, f.GoogleClientID, f.GoogleClientSecret, f.GoogleRefreshToken} {
		if v != "" {
			given++
		}
	}
	switch given {
	case 0:
		result.detail = "not configured; the site shows no reviews"
	case 4:
	default:
		result.err = errors.New("the access to Google reviews is only partly configured")
		result.advice = "Set all of PERIMETER_GOOGLE_LOCATION, _CLIENT_ID, _CLIENT_SECRET and _REFRESH_TOKEN, or none."
	}
	return result
}
