-- name: ListBackups :many
SELECT * FROM backups ORDER BY made_at DESC, name DESC;

-- name: PutBackup :exec
INSERT INTO backups (name, made_at, written, size, took, checked_at, proof_took, proven, difference, keys)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
ON CONFLICT (name) DO UPDATE SET
    made_at = excluded.made_at, written = excluded.written, size = excluded.size, took = excluded.took,
    checked_at = excluded.checked_at, proof_took = excluded.proof_took, proven = excluded.proven,
    difference = excluded.difference, keys = excluded.keys;

-- name: DeleteBackup :exec
DELETE FROM backups WHERE name = $1;

-- name: GetBackupState :one
SELECT * FROM backup_state;

-- name: StartBackups :exec
UPDATE backup_state SET since = $1 WHERE since = 0;

-- name: ClaimBackup :execrows
UPDATE backup_state SET claimed_by = @claimed_by, claimed_until = @until
WHERE claimed_by = @claimed_by OR claimed_until <= CAST(@now AS BIGINT);

-- name: ReleaseBackup :exec
UPDATE backup_state SET claimed_until = 0, not_before = @not_before, failed_at = @failed_at, failure = @failure
WHERE claimed_by = @claimed_by;

-- name: PutRecoverySheet :exec
UPDATE backup_state SET sheet = $1;

-- The condition lets one of several replicas send the warning.
-- name: PutBackupWarning :execrows
UPDATE backup_state SET warned_at = @warned_at WHERE warned_at = @seen;
