//go:build stalecache

package store

const asksDatabase = false
