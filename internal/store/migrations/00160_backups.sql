-- The backups that were made here, and what is known of making them.

-- +goose Up

CREATE TABLE backups (
    name       TEXT COLLATE "C" PRIMARY KEY,
    made_at    BIGINT  NOT NULL,
    written    BIGINT  NOT NULL, -- bytes that it has added
    size       BIGINT  NOT NULL, -- bytes that it restores
    took       BIGINT  NOT NULL, -- in microseconds
    checked_at BIGINT  NOT NULL, -- when it was proven or failed its proof; 0 if neither
    proof_took BIGINT  NOT NULL, -- in microseconds
    proven     BOOLEAN NOT NULL,
    difference TEXT    NOT NULL
);

CREATE TABLE backup_state (
    id            BIGINT PRIMARY KEY CHECK (id = 1),
    since         BIGINT NOT NULL, -- since when backups are due; 0 before the first server has looked
    claimed_by    TEXT COLLATE "C" NOT NULL,
    claimed_until BIGINT NOT NULL, -- one replica makes a backup until then
    not_before    BIGINT NOT NULL, -- after a failure
    failed_at     BIGINT NOT NULL, -- of the last attempt; 0 if it succeeded
    failure       TEXT   NOT NULL,
    warned_at     BIGINT NOT NULL  -- when the staff were last told; 0 if all is well
);

INSERT INTO backup_state (id, since, claimed_by, claimed_until, not_before, failed_at, failure, warned_at)
VALUES (1, 0, '', 0, 0, 0, '', 0);
