// Package wire owns the bytes on the wire: prepared responses with their encodings
// (payload.go), connections and how many there may be (conn.go, connections.go), and
// the fast path, which answers plain requests for prepared responses without
// net/http (fast.go). It must not know what is served or where it comes from.
package wire
