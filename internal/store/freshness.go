//go:build !stalecache

package store

// asksDatabase says that Revision asks the database. The tag stalecache makes a broken
// build, which the fault trial stale-histories must find out.
const asksDatabase = true
