// Package certificate owns the TLS certificates of the site's names: how they are
// obtained from an ACME server, renewed, shared by replicas and warned about. It must
// not know what is served, nor how notices are sent.
package certificate
