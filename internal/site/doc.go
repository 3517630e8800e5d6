// Package site owns the domain of Perimeter: the things the company publishes
// and the rules they obey. It must not know how they are stored, rendered or
// carried over HTTP.
package site
