package blobtest

import (
	"os"
	"testing"
)

// S3 is an S3 server that tests may use.
type S3 struct{ URL, AccessKeyID, SecretAccessKey string }

// RequireS3 returns the S3 server that the environment names. Without one the test
// is skipped, or fails where nothing may be skipped.
func RequireS3(tb testing.TB) S3 {
	tb.Helper()
	storageURL := os.Getenv("PERIMETER_TEST_S3")
	if storageURL == "" {
		if os.Getenv("PERIMETER_TEST_REQUIRE") != "" {
			tb.Fatal("PERIMETER_TEST_S3 is not set, and nothing may be skipped")
		}
		tb.Skip("PERIMETER_TEST_S3 is not set: no S3 server to test against")
	}
	return S3{
		URL:             storageURL,
		AccessKeyID:     os.Getenv("AWS_ACCESS_KEY_ID"),
		SecretAccessKey: os.Getenv("AWS_SECRET_ACCESS_KEY"),
	}
}
