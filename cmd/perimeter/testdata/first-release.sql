-- The SQLite database of the first release, without data.
CREATE TABLE goose_db_version (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    version_id INTEGER NOT NULL,
    is_applied INTEGER NOT NULL,
    tstamp     TIMESTAMP DEFAULT (datetime('now'))
);

INSERT INTO goose_db_version (version_id, is_applied) VALUES (0, 1), (1, 1);

CREATE TABLE site_state (
    id           BIGINT  PRIMARY KEY CHECK (id = 1),
    revision     BIGINT  NOT NULL,
    starter_done BOOLEAN NOT NULL
);

INSERT INTO site_state (id, revision, starter_done) VALUES (1, 1, FALSE);

CREATE TABLE content_items (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    key        TEXT COLLATE BINARY NOT NULL UNIQUE,
    section    TEXT COLLATE BINARY NOT NULL,
    type       TEXT   NOT NULL,
    updated_at BIGINT NOT NULL,
    value      TEXT   NOT NULL
);

CREATE TABLE services (
    id                INTEGER PRIMARY KEY AUTOINCREMENT,
    slug              TEXT COLLATE BINARY NOT NULL UNIQUE,
    name              TEXT    NOT NULL,
    short_description TEXT    NOT NULL,
    image_url         TEXT    NOT NULL,
    featured_on_home  BOOLEAN NOT NULL,
    updated_at        BIGINT  NOT NULL,
    features          TEXT    NOT NULL, -- a JSON list of strings
    full_description  TEXT    NOT NULL,
    template          TEXT    NOT NULL
);

CREATE TABLE posts (
    id           INTEGER PRIMARY KEY AUTOINCREMENT,
    slug         TEXT COLLATE BINARY NOT NULL UNIQUE,
    title        TEXT   NOT NULL,
    image_url    TEXT   NOT NULL,
    published_at BIGINT NOT NULL,
    updated_at   BIGINT NOT NULL,
    excerpt      TEXT   NOT NULL,
    content      TEXT   NOT NULL
);

CREATE TABLE social_links (
    id       INTEGER PRIMARY KEY AUTOINCREMENT,
    platform TEXT    NOT NULL,
    url      TEXT    NOT NULL,
    icon     TEXT    NOT NULL,
    active   BOOLEAN NOT NULL
);

CREATE TABLE business_hours (
    day        TEXT COLLATE BINARY PRIMARY KEY,
    open_time  TEXT    NOT NULL,
    close_time TEXT    NOT NULL,
    is_closed  BOOLEAN NOT NULL
);

CREATE TABLE redirects (
    kind      TEXT COLLATE BINARY NOT NULL,
    slug      TEXT COLLATE BINARY NOT NULL,
    target_id BIGINT NOT NULL,
    PRIMARY KEY (kind, slug)
);

CREATE TABLE users (
    id            INTEGER PRIMARY KEY AUTOINCREMENT,
    username      TEXT   NOT NULL,
    username_key  TEXT COLLATE BINARY NOT NULL UNIQUE, -- the username in lower case
    full_name     TEXT   NOT NULL,
    role          TEXT   NOT NULL,
    password_hash TEXT   NOT NULL,
    created_at    BIGINT NOT NULL
);

CREATE TABLE sessions (
    token_hash   BLOB  PRIMARY KEY,
    user_id      BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    created_at   BIGINT NOT NULL,
    last_seen_at BIGINT NOT NULL
);

CREATE INDEX sessions_user_id ON sessions (user_id);
