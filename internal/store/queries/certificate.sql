-- name: GetCertificateFile :one
SELECT * FROM certificate_files WHERE path = $1;

-- The files in a folder and below it. '0' is the character after '/'.
-- name: ListCertificateFiles :many
SELECT path FROM certificate_files
WHERE path >= CAST(@folder AS TEXT) || '/' AND path < CAST(@folder AS TEXT) || '0'
ORDER BY path;

-- name: PutCertificateFile :exec
INSERT INTO certificate_files (path, content, modified_at) VALUES ($1, $2, $3)
ON CONFLICT (path) DO UPDATE SET content = excluded.content, modified_at = excluded.modified_at;

-- name: DeleteCertificateFiles :exec
DELETE FROM certificate_files
WHERE path = CAST(@path AS TEXT)
   OR (path >= CAST(@path AS TEXT) || '/' AND path < CAST(@path AS TEXT) || '0');

-- name: GetCertificateLease :one
SELECT * FROM certificate_leases WHERE name = $1;

-- name: InsertCertificateLease :execrows
INSERT INTO certificate_leases (name, holder, beat) VALUES ($1, $2, 0)
ON CONFLICT (name) DO NOTHING;

-- name: TakeCertificateLease :execrows
UPDATE certificate_leases SET holder = @holder, beat = beat + 1
WHERE name = @name AND holder = @previous AND beat = @beat;

-- name: BeatCertificateLease :execrows
UPDATE certificate_leases SET beat = beat + 1 WHERE name = $1 AND holder = $2;

-- name: DeleteCertificateLease :exec
DELETE FROM certificate_leases WHERE name = $1 AND holder = $2;
