package blobtest

import (
	"os"
	"testing"
)

// S3 is a store that tests may use.
type S3 struct{ URL, AccessKeyID, SecretAccessKey string }

// RequireS3 returns the store that the environment names. Without one it skips
// the test, or fails it where nothing may be skipped.
func RequireS3(tb testing.TB) S3 {
	tb.Helper()
	address := os.Getenv("PERIMETER_TEST_S3")
	if address == "" {
		if os.Getenv("PERIMETER_TEST_REQUIRE") != "" {
			tb.Fatal("PERIMETER_TEST_S3 is not set, and nothing may be skipped")
		}
		tb.Skip("PERIMETER_TEST_S3 is not set: no S3 server to test against")
	}
	return S3{
		URL:             address,
		AccessKeyID:     os.Getenv("AWS_ACCESS_KEY_ID"),
		SecretAccessKey: os.Getenv("AWS_SECRET_ACCESS_KEY"),
	}
}
