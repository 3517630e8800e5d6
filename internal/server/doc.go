// Package server owns what Perimeter says over HTTP: the routes, who may call
// them, and how answers and failures look on the wire. It must not know the
// rules of the domain nor how anything is stored.
package server
