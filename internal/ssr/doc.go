// Package ssr owns the rendering of pages: the JavaScript engines that run the
// front end's bundle, the documents built from their output, the document cache,
// and the built assets. It must not know where the data of a page comes from or
// how requests are routed.
package ssr
