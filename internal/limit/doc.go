// Package limit owns the limits on what clients may use: how often (rates), how
// much at a time (counters and budgets) and how many at a time (slots). Rates can
// also be counted in a transaction of the caller, for all replicas. It must not
// know what is counted.
package limit
