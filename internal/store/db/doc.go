// Package db owns the store's SQL: sqlc generates it from the queries and the
// migrations. It must not know the domain's types nor which engine it runs on.
package db

//go:generate sqlc generate --file ../sqlc.yaml
