-- With which keys a backup was proven, and which recovery sheet somebody has.

-- +goose Up

ALTER TABLE backups ADD COLUMN keys TEXT COLLATE "C" NOT NULL DEFAULT '';
ALTER TABLE backup_state ADD COLUMN sheet TEXT COLLATE "C" NOT NULL DEFAULT '';
