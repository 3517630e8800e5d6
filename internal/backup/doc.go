// Package backup owns backups of the whole site: the repository that keeps them, when
// they are made, which are kept, and the proof that each can be restored. It must not
// know which database holds the site or how a page is rendered.
package backup
