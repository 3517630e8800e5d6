// Package testkit owns what the tests of several packages share. It must not
// be known to anything but tests.
package testkit
