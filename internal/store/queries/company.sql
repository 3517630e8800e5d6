-- name: GetCompany :one
SELECT * FROM company;

-- name: PutCompany :exec
INSERT INTO company (id, updated_at, checklist_dismissed, document)
VALUES (1, $1, $2, $3)
ON CONFLICT (id) DO UPDATE SET
    updated_at = excluded.updated_at, checklist_dismissed = excluded.checklist_dismissed,
    document = excluded.document;
