package wire

import "bytes"

// request is a parsed plain request. Its slices point into the parsed bytes.
type request struct {
	head                              bool   // HEAD instead of GET
	path                              []byte // nil if the target is more than a simple path
	host, acceptEncoding, ifNoneMatch []byte
	userAgent, referer                []byte
	private                           bool
	size                              int // number of bytes including the empty line
}

// parse parses the first request in b. It accepts only complete GET and HEAD
// requests without a body and without anything that servers are known to interpret
// differently.
func parse(b []byte) (r request, ok bool) {
	rest, ok := bytes.CutPrefix(b, []byte("GET "))
	if !ok {
		if rest, r.head = bytes.CutPrefix(b, []byte("HEAD ")); !r.head {
			return r, false
		}
	}
	var target, name, value []byte
	target, rest = cut(rest, &targetBytes)
	if rest, ok = bytes.CutPrefix(rest, []byte(" HTTP/1.1\r\n")); !ok || len(target) == 0 || target[0] != '/' {
		return r, false
	}
	if _, special := cut(target, &pathBytes); len(special) == 0 {
		r.path = target
	}
	for {
		if len(rest) >= 2 && rest[0] == '\r' && rest[1] == '\n' {
			r.size = len(b) - len(rest) + 2
			return r, r.host != nil
		}
		if name, rest = cut(rest, &tokenBytes); len(rest) == 0 || rest[0] != ':' {
			return r, false
		}
		value, rest = cut(rest[1:], &valueBytes)
		if rest, ok = bytes.CutPrefix(rest, []byte("\r\n")); !ok || !r.readHeader(name, bytes.Trim(value, " ")) {
			return r, false
		}
	}
}

// readHeader stores a header that the response depends on and ignores headers that
// change neither the response nor the length of the request. It returns false for
// all others, because net/http or a handler may use them.
func (r *request) readHeader(name, value []byte) bool {
	var buffer [32]byte // as long as any name below
	if len(name) == 0 || len(name) > len(buffer) {
		return false
	}
	lower := buffer[:len(name)]
	for i, b := range name {
		if 'A' <= b && b <= 'Z' {
			b += 'a' - 'A'
		}
		lower[i] = b
	}
	switch string(lower) {
	case "host":
		_, rest := cut(value, &hostBytes)
		return len(rest) == 0 && once(&r.host, value)
	case "accept-encoding":
		return once(&r.acceptEncoding, value)
	case "if-none-match":
		return once(&r.ifNoneMatch, value)
	case "connection":
		return bytes.EqualFold(value, []byte("keep-alive"))
	case "user-agent":
		r.userAgent = value
		return true
	case "referer":
		r.referer = value
		return true
	case "dnt", "sec-gpc":
		r.private = r.private || string(value) == "1"
		return true
	case "sec-purpose": // of pages that are loaded in advance
		r.private = true
		return true
	case "accept", "accept-language", "cache-control", "cookie", "pragma", "priority", "save-data", "upgrade-insecure-requests", "if-modified-since",
		"forwarded", "via", "cdn-loop", "true-client-ip", "traceparent", "tracestate",
		"x-forwarded-for", "x-forwarded-host", "x-forwarded-port", "x-forwarded-proto", "x-forwarded-server",
		"x-real-ip", "x-request-id", "x-amzn-trace-id":
		return true
	}
	// Information about the visitor from browsers and Cloudflare.
	return bytes.HasPrefix(lower, []byte("sec-")) || bytes.HasPrefix(lower, []byte("cf-"))
}

// once sets a field and returns false if the header is repeated or empty.
func once(field *[]byte, value []byte) bool {
	first := *field == nil
	*field = value
	return first && len(value) > 0
}

// set is a set of bytes.
type set [256]bool

const (
	alphanumeric = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
	visible      = alphanumeric + "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~"
)

var (
	targetBytes = setOf(visible)
	pathBytes   = setOf(alphanumeric + "-._~/")
	hostBytes   = setOf(alphanumeric + "-.:[]")
	tokenBytes  = setOf(alphanumeric + "!#$%&'*+-.^_`|~")
	valueBytes  = setOf(visible + " ")
)

func setOf(members string) (s set) {
	for i := range len(members) {
		s[members[i]] = true
	}
	return s
}

// cut splits b at the first byte that is not in s.
func cut(b []byte, s *set) (before, after []byte) {
	for i, c := range b {
		if !s[c] {
			return b[:i], b[i:]
		}
	}
	return b, nil
}
