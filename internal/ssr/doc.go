// Package ssr owns the rendering of pages: the engine that runs the front end's
// bundle, the documents made of what it renders, their cache, and the built
// assets that they refer to. It must not know where the data of a page comes from
// or how requests are routed.
package ssr
