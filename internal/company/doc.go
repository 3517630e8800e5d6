// Package company owns the facts about the company and the texts of the fixed
// pages: their rules, the record that holds them and the site file. It must not
// know what else is published, nor how pages show it.
package company
