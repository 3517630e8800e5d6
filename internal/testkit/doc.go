// Package testkit owns what the tests of several packages share. Only tests may
// import it.
package testkit
