package testkit

import (
	"context"
	"crypto/rand"
	"net/url"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
)

// PostgresURL creates an empty PostgreSQL database for the test and returns its
// URL. PERIMETER_TEST_POSTGRES is the URL of a server on which the test may create
// databases; without it the test is skipped, or fails where nothing may be
// skipped.
func PostgresURL(tb testing.TB) string {
	tb.Helper()
	return createDatabase(tb, "")
}

// PostgresCopy creates a PostgreSQL database that is a copy of another, to which
// nothing may be connected, and returns its URL. It takes a fraction of the time of
// all migrations.
func PostgresCopy(tb testing.TB, original string) string {
	tb.Helper()
	from, err := url.Parse(original)
	if err != nil {
		tb.Fatal(err)
	}
	return createDatabase(tb, " TEMPLATE "+strings.TrimPrefix(from.Path, "/"))
}

func createDatabase(tb testing.TB, options string) string {
	tb.Helper()
	server := os.Getenv("PERIMETER_TEST_POSTGRES")
	if server == "" {
		if os.Getenv("PERIMETER_TEST_REQUIRE") != "" || os.Getenv("CI") == "true" {
			tb.Fatal("PERIMETER_TEST_POSTGRES is not set, but no test may be skipped")
		}
		tb.Skip("PERIMETER_TEST_POSTGRES is not set: no PostgreSQL to test on")
	}
	databaseURL, err := url.Parse(server)
	if err != nil {
		tb.Fatalf("PERIMETER_TEST_POSTGRES: %v", err)
	}
	name := "perimeter_test_" + strings.ToLower(rand.Text())
	administer(tb, server, "CREATE DATABASE "+name+options)
	tb.Cleanup(func() { administer(tb, server, "DROP DATABASE "+name+" WITH (FORCE)") })
	databaseURL.Path = "/" + name
	return databaseURL.String()
}

func administer(tb testing.TB, server, statement string) {
	tb.Helper()
	// The test's context has ended when cleanups run.
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	conn, err := pgx.Connect(ctx, server)
	if err != nil {
		tb.Fatalf("connect to PERIMETER_TEST_POSTGRES: %v", err)
	}
	defer conn.Close(ctx)
	if _, err := conn.Exec(ctx, statement); err != nil {
		tb.Fatalf("%s: %v", statement, err)
	}
}
