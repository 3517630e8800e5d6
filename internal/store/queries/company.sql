-- name: GetCompany :one
SELECT updated_at, document FROM company;

-- name: PutCompany :exec
INSERT INTO company (id, updated_at, checklist_dismissed, document)
VALUES (1, $1, FALSE, $2)
ON CONFLICT (id) DO UPDATE SET updated_at = excluded.updated_at, document = excluded.document;

-- name: GetChecklistDismissed :one
SELECT checklist_dismissed FROM company;

-- name: DismissChecklist :exec
UPDATE company SET checklist_dismissed = TRUE;
