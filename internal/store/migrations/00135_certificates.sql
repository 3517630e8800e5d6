-- The certificates of the site's names, with their keys and the ACME account, for
-- replicas that share a database; and who is getting one. With SQLite there is one
-- server, which keeps them in files.

-- +goose Up

CREATE TABLE certificate_files (
    path        TEXT COLLATE "C" PRIMARY KEY, -- folders are separated by slashes
    content     BYTEA  NOT NULL,
    modified_at BIGINT NOT NULL
);

-- The holder of a lease raises beat every few seconds. Whoever waits for the lease takes
-- it when beat has stood still for longer, which needs no clock that replicas share.
CREATE TABLE certificate_leases (
    name   TEXT COLLATE "C" PRIMARY KEY,
    holder TEXT   NOT NULL,
    beat   BIGINT NOT NULL
);
