// Package server owns HTTP: the routes and paths, who may use them, and the format
// of responses and errors. It must not know the rules of the domain nor how
// anything is stored.
package server
