-- name: CountSecondFactorRules :one
SELECT COUNT(*) FROM account_rules WHERE second_factor_required

-- name: ListUsersWithSecondFactor :many
SELECT id FROM users
WHERE EXISTS (SELECT 1 FROM totp WHERE totp.user_id = users.id AND totp.confirmed)
   OR EXISTS (SELECT 1 FROM passkeys WHERE passkeys.user_id = users.id)
ORDER BY id

-- name: PutAccountRules :exec
INSERT INTO account_rules (id, second_factor_required) VALUES (1, $1)
ON CONFLICT (id) DO UPDATE SET second_factor_required = excluded.second_factor_required

-- name: CountAway :one
SELECT COUNT(*) FROM chat_away WHERE user_id = $1

-- name: DeleteAway :exec
DELETE FROM chat_away WHERE user_id = $1

-- name: DeleteChatLink :exec
DELETE FROM chat_links WHERE token_hash = $1

-- name: DeleteConversationLinks :exec
DELETE FROM chat_links WHERE conversation_id = $1

-- name: DeleteExpiredChatLinks :exec
DELETE FROM chat_links WHERE expires_at < $1

-- name: DeleteExpiredChatVisitors :exec
DELETE FROM chat_visitors WHERE expires_at < $1

-- name: DeleteSeenAnswer :exec
DELETE FROM chat_notices WHERE conversation_id = $1 AND reason = 'answer' AND through <= $2

-- name: GetChatLink :one
SELECT token_hash, conversation_id, expires_at, used FROM chat_links WHERE token_hash = $1

-- name: GetChatVisitor :one
SELECT conversation_id FROM chat_visitors WHERE id = $1 AND expires_at > $2

-- name: PutAway :exec
INSERT INTO chat_away (user_id) VALUES ($1) ON CONFLICT (user_id) DO NOTHING

-- name: PutChatLink :exec
INSERT INTO chat_links (token_hash, conversation_id, expires_at, used) VALUES ($1, $2, $3, FALSE)

-- name: PutChatVisitor :exec
INSERT INTO chat_visitors (id, conversation_id, expires_at) VALUES ($1, $2, $3)

-- name: UseChatLink :execrows
UPDATE chat_links SET used = TRUE WHERE token_hash = $1 AND NOT used

-- name: AppendAuditEvent :exec
INSERT INTO audit_events (happened_at, kind, person, client_ip, occurrences, subject, detail)
VALUES ($1, $2, $3, $4, $5, $6, $7)

-- name: ListAuditEvents :many
SELECT id, happened_at, kind, person, client_ip, occurrences, subject, detail FROM audit_events WHERE id < $1 ORDER BY id DESC LIMIT $2

-- name: PurgeAuditEvents :execrows
DELETE FROM audit_events WHERE id IN (
    SELECT e.id FROM audit_events AS e WHERE e.happened_at < $1 ORDER BY e.happened_at LIMIT $2
)

-- name: ClaimBackup :execrows
UPDATE backup_state SET claimed_by = $1, claimed_until = $2
WHERE claimed_by = $1 OR claimed_until <= CAST($3 AS BIGINT)

-- name: DeleteBackup :exec
DELETE FROM backups WHERE name = $1

-- name: GetBackupState :one
SELECT id, since, claimed_by, claimed_until, not_before, failed_at, failure, warned_at FROM backup_state

-- name: ListBackups :many
SELECT name, made_at, written, size, took, checked_at, proof_took, proven, difference FROM backups ORDER BY made_at DESC, name DESC

-- name: PutBackup :exec
INSERT INTO backups (name, made_at, written, size, took, checked_at, proof_took, proven, difference)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
ON CONFLICT (name) DO UPDATE SET
    made_at = excluded.made_at, written = excluded.written, size = excluded.size, took = excluded.took,
    checked_at = excluded.checked_at, proof_took = excluded.proof_took, proven = excluded.proven,
    difference = excluded.difference

-- name: PutBackupWarning :execrows
UPDATE backup_state SET warned_at = $1 WHERE warned_at = $2

-- name: ReleaseBackup :exec
UPDATE backup_state SET claimed_until = 0, not_before = $1, failed_at = $2, failure = $3
WHERE claimed_by = $4

-- name: StartBackups :exec
UPDATE backup_state SET since = $1 WHERE since = 0

-- name: BeatCertificateLease :execrows
UPDATE certificate_leases SET beat = beat + 1 WHERE name = $1 AND holder = $2

-- name: DeleteCertificateFiles :exec
DELETE FROM certificate_files
WHERE path = CAST($1 AS TEXT)
   OR (path >= CAST($1 AS TEXT) || '/' AND path < CAST($1 AS TEXT) || '0')

-- name: DeleteCertificateLease :exec
DELETE FROM certificate_leases WHERE name = $1 AND holder = $2

-- name: GetCertificateFile :one
SELECT path, content, modified_at FROM certificate_files WHERE path = $1

-- name: GetCertificateLease :one
SELECT name, holder, beat FROM certificate_leases WHERE name = $1

-- name: InsertCertificateLease :execrows
INSERT INTO certificate_leases (name, holder, beat) VALUES ($1, $2, 0)
ON CONFLICT (name) DO NOTHING

-- name: ListCertificateFiles :many
SELECT path FROM certificate_files
WHERE path >= CAST($1 AS TEXT) || '/' AND path < CAST($1 AS TEXT) || '0'
ORDER BY path

-- name: PutCertificateFile :exec
INSERT INTO certificate_files (path, content, modified_at) VALUES ($1, $2, $3)
ON CONFLICT (path) DO UPDATE SET content = excluded.content, modified_at = excluded.modified_at

-- name: TakeCertificateLease :execrows
UPDATE certificate_leases SET holder = $1, beat = beat + 1
WHERE name = $2 AND holder = $3 AND beat = $4

-- name: AddChatTotals :exec
UPDATE chat_state SET bytes = bytes + $1, unread = unread + $2

-- name: BumpChatVersion :exec
UPDATE chat_state SET version = version + 1

-- name: CountChatMessages :one
SELECT COUNT(*) FROM chat_messages WHERE conversation_id = $1

-- name: CountOldConversations :one
SELECT COUNT(*) FROM conversations WHERE updated_at < $1

-- name: CountUnansweredConversations :one
SELECT COUNT(*) FROM conversations AS c
WHERE c.client = $1 AND c.started_at >= $2
  AND NOT EXISTS (SELECT 1 FROM chat_messages AS m WHERE m.conversation_id = c.id AND m.staff)

-- name: CountUnreadMessages :one
SELECT COUNT(*) FROM chat_messages WHERE conversation_id = $1 AND NOT staff AND id > $2

-- name: DeleteChatReplies :exec
DELETE FROM chat_replies

-- name: DeleteConversation :execrows
DELETE FROM conversations WHERE id = $1

-- name: DeleteOldConversations :execrows
DELETE FROM conversations WHERE updated_at < $1

-- name: DeleteOldNotices :exec
DELETE FROM chat_notices
WHERE conversation_id IN (SELECT c.id FROM conversations AS c WHERE c.updated_at < $1)

-- name: GetChatMessage :one
SELECT id, conversation_id, key, staff, sent_at, author, text, photo_id, photo_width, photo_height FROM chat_messages WHERE conversation_id = $1 AND key = $2

-- name: GetChatState :one
SELECT version, staff_seen_at, bytes, unread, replies_updated_at FROM chat_state

-- name: GetConversation :one
SELECT id, started_at, updated_at, closed, read_to, name, contact, page, client, bytes, unread, seen_to, mailed_to, assignee_id, assignee, visitor_typing_at, staff_typing_at FROM conversations WHERE id = $1

-- name: InsertChatMessage :one
INSERT INTO chat_messages (conversation_id, key, staff, sent_at, author, text, photo_id, photo_width, photo_height)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
RETURNING id, conversation_id, key, staff, sent_at, author, text, photo_id, photo_width, photo_height

-- name: InsertChatReply :exec
INSERT INTO chat_replies (id, text) VALUES ($1, $2)

-- name: ListChatMessages :many
SELECT id, conversation_id, key, staff, sent_at, author, text, photo_id, photo_width, photo_height FROM chat_messages WHERE conversation_id = $1 AND id > $2 ORDER BY id

-- name: ListChatReplies :many
SELECT text FROM chat_replies ORDER BY id

-- name: ListConversations :many
SELECT c.id, c.started_at, c.updated_at, c.closed, c.read_to, c.name, c.contact, c.page, c.client, c.bytes, c.unread, c.seen_to, c.mailed_to, c.assignee_id, c.assignee, c.visitor_typing_at, c.staff_typing_at, last.staff AS last_staff, last.text AS last_text
FROM conversations AS c
JOIN chat_messages AS last
  ON last.id = (SELECT MAX(n.id) FROM chat_messages AS n WHERE n.conversation_id = c.id)
WHERE (c.unread > 0, c.updated_at, c.id)
    < (CAST($1 AS BOOLEAN), CAST($2 AS BIGINT), CAST($3 AS TEXT))
  AND (CAST($4 AS TEXT) = '%%'
       OR lower(c.name) LIKE CAST($4 AS TEXT) ESCAPE '\'
       OR lower(c.contact) LIKE CAST($4 AS TEXT) ESCAPE '\'
       OR EXISTS (SELECT 1 FROM chat_messages AS m
                  WHERE m.conversation_id = c.id AND lower(m.text) LIKE CAST($4 AS TEXT) ESCAPE '\')
       OR EXISTS (SELECT 1 FROM chat_notes AS n
                  WHERE n.conversation_id = c.id AND lower(n.text) LIKE CAST($4 AS TEXT) ESCAPE '\'))
ORDER BY c.unread > 0 DESC, c.updated_at DESC, c.id DESC
LIMIT $5

-- name: NewestChatMessage :one
SELECT CAST(COALESCE(MAX(id), 0) AS BIGINT) AS id FROM chat_messages WHERE conversation_id = $1

-- name: PutConversation :exec
INSERT INTO conversations (id, started_at, updated_at, closed, read_to, name, contact, page, client, bytes, unread,
                           seen_to, mailed_to, assignee_id, assignee)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)
ON CONFLICT (id) DO UPDATE
SET updated_at = excluded.updated_at, closed = excluded.closed, read_to = excluded.read_to,
    name = excluded.name, contact = excluded.contact, bytes = excluded.bytes, unread = excluded.unread,
    seen_to = excluded.seen_to, mailed_to = excluded.mailed_to,
    assignee_id = excluded.assignee_id, assignee = excluded.assignee

-- name: PutRepliesUpdated :exec
UPDATE chat_state SET replies_updated_at = $1

-- name: PutStaffSeen :exec
UPDATE chat_state SET staff_seen_at = $1

-- name: RecountChat :exec
UPDATE chat_state SET
    bytes = (SELECT COALESCE(SUM(c.bytes), 0) FROM conversations AS c),
    unread = (SELECT COALESCE(SUM(c.unread), 0) FROM conversations AS c)

-- name: RecountConversations :exec
UPDATE conversations SET
    bytes = (SELECT COALESCE(SUM(octet_length(m.text) + CAST($1 AS BIGINT)), 0) FROM chat_messages AS m
             WHERE m.conversation_id = conversations.id)
          + (SELECT COALESCE(SUM(octet_length(p.jpeg)), 0) FROM chat_photos AS p
             WHERE p.conversation_id = conversations.id),
    unread = (SELECT COUNT(*) FROM chat_messages AS m
              WHERE m.conversation_id = conversations.id AND NOT m.staff AND m.id > conversations.read_to)

-- name: CountChatPhotos :one
SELECT COUNT(*) AS total,
       CAST(COALESCE(SUM(CASE WHEN NOT m.staff AND m.id > (SELECT COALESCE(MAX(s.id), 0) FROM chat_messages AS s
                                                           WHERE s.conversation_id = $1 AND s.staff)
                              THEN 1 ELSE 0 END), 0) AS BIGINT) AS waiting
FROM chat_messages AS m WHERE m.conversation_id = $1 AND m.photo_id <> ''

-- name: GetChatPhoto :one
SELECT jpeg FROM chat_photos WHERE id = $1

-- name: GetChatPhotoOf :one
SELECT jpeg FROM chat_photos WHERE id = $1 AND conversation_id = $2

-- name: InsertChatPhoto :exec
INSERT INTO chat_photos (id, conversation_id, jpeg) VALUES ($1, $2, $3)

-- name: ListChatPhotos :many
SELECT photo_id, photo_width, photo_height FROM chat_messages WHERE photo_id <> '' ORDER BY id

-- name: DismissChecklist :exec
UPDATE company SET checklist_dismissed = TRUE

-- name: GetChecklistDismissed :one
SELECT checklist_dismissed FROM company

-- name: GetCompany :one
SELECT updated_at, document FROM company

-- name: PutCompany :exec
INSERT INTO company (id, updated_at, checklist_dismissed, document)
VALUES (1, $1, FALSE, $2)
ON CONFLICT (id) DO UPDATE SET updated_at = excluded.updated_at, document = excluded.document

-- name: DeleteContentItem :execrows
DELETE FROM content_items WHERE id = $1

-- name: GetContentItem :one
SELECT id, key, section, type, updated_at, value FROM content_items WHERE id = $1

-- name: InsertContentItem :one
INSERT INTO content_items (key, section, type, value, updated_at)
VALUES ($1, $2, $3, $4, $5)
RETURNING id, key, section, type, updated_at, value

-- name: ListContentItems :many
SELECT id, key, section, type, updated_at, value FROM content_items ORDER BY section, key

-- name: ListContentItemsByKey :many
SELECT id, key, section, type, updated_at, value FROM content_items WHERE key = $1 ORDER BY section, key

-- name: UpdateContentItem :one
UPDATE content_items
SET key = $2, section = $3, type = $4, value = $5, updated_at = $6
WHERE id = $1
RETURNING id, key, section, type, updated_at, value

-- name: DeleteExcessCreateKeys :exec
DELETE FROM create_keys
WHERE create_keys.user_id = $1 AND create_keys.key_hash NOT IN (
    SELECT k.key_hash FROM create_keys AS k
    WHERE k.user_id = $1
    ORDER BY k.created_at DESC, k.key_hash LIMIT $2
)

-- name: DeleteOldCreateKeys :exec
DELETE FROM create_keys WHERE created_at < $1

-- name: GetCreateKey :one
SELECT body_hash, record_id FROM create_keys WHERE user_id = $1 AND key_hash = $2 AND created_at >= $3

-- name: PutCreateKey :exec
INSERT INTO create_keys (user_id, key_hash, body_hash, record_id, created_at) VALUES ($1, $2, $3, $4, $5)
ON CONFLICT (user_id, key_hash) DO UPDATE
SET body_hash = excluded.body_hash, record_id = excluded.record_id, created_at = excluded.created_at

-- name: CountRecoveryCodes :one
SELECT COUNT(*) FROM recovery_codes WHERE user_id = $1

-- name: DeleteAccountSetup :exec
DELETE FROM account_setups WHERE user_id = $1

-- name: DeleteRecoveryCodes :exec
DELETE FROM recovery_codes WHERE user_id = $1

-- name: DeleteTOTP :exec
DELETE FROM totp WHERE user_id = $1

-- name: GetAccountSetup :one
SELECT user_id, postponed FROM account_setups WHERE user_id = $1

-- name: GetTOTP :one
SELECT user_id, secret, used_step, confirmed FROM totp WHERE user_id = $1

-- name: InsertRecoveryCode :exec
INSERT INTO recovery_codes (user_id, code_hash) VALUES ($1, $2)

-- name: PutAccountSetup :exec
INSERT INTO account_setups (user_id, postponed) VALUES ($1, $2)
ON CONFLICT (user_id) DO UPDATE SET postponed = excluded.postponed

-- name: PutTOTP :exec
INSERT INTO totp (user_id, secret, used_step, confirmed) VALUES ($1, $2, $3, $4)
ON CONFLICT (user_id) DO UPDATE
SET secret = excluded.secret, used_step = excluded.used_step, confirmed = excluded.confirmed

-- name: UseRecoveryCode :execrows
DELETE FROM recovery_codes WHERE user_id = $1 AND code_hash = $2

-- name: UseTOTP :execrows
UPDATE totp SET used_step = $1, confirmed = TRUE
WHERE user_id = $2 AND secret = $3 AND used_step < $1

-- name: GetFirstVersion :one
SELECT id, kind, record_id, revision, saved_at, user_id, user_name, action, fields, format, superseded FROM versions ORDER BY id LIMIT 1

-- name: GetHistoryStarted :one
SELECT history_started FROM site_state

-- name: GetNewestVersionID :one
SELECT CAST(COALESCE(MAX(id), 0) AS BIGINT) FROM versions WHERE kind = $1 AND record_id = $2

-- name: GetVersion :one
SELECT id, kind, record_id, revision, saved_at, user_id, user_name, action, fields, format, superseded FROM versions WHERE id = $1

-- name: InsertVersion :one
INSERT INTO versions (kind, record_id, revision, saved_at, user_id, user_name, action, fields, format)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
RETURNING id

-- name: ListContentWithoutVersion :many
SELECT r.id FROM content_items AS r
WHERE NOT EXISTS (SELECT 1 FROM versions AS v WHERE v.kind = 'content' AND v.record_id = CAST(r.id AS TEXT)) ORDER BY r.id

-- name: ListHoursWithoutVersion :many
SELECT r.day FROM business_hours AS r
WHERE NOT EXISTS (SELECT 1 FROM versions AS v WHERE v.kind = 'hours' AND v.record_id = r.day) ORDER BY r.day

-- name: ListImagesWithoutVersion :many
SELECT r.id FROM images AS r
WHERE NOT EXISTS (SELECT 1 FROM versions AS v WHERE v.kind = 'image' AND v.record_id = r.id) ORDER BY r.id

-- name: ListPostsWithoutVersion :many
SELECT r.id FROM posts AS r
WHERE NOT EXISTS (SELECT 1 FROM versions AS v WHERE v.kind = 'post' AND v.record_id = CAST(r.id AS TEXT)) ORDER BY r.id

-- name: ListServicesWithoutVersion :many
SELECT r.id FROM services AS r
WHERE NOT EXISTS (SELECT 1 FROM versions AS v WHERE v.kind = 'service' AND v.record_id = CAST(r.id AS TEXT)) ORDER BY r.id

-- name: ListSocialLinksWithoutVersion :many
SELECT r.id FROM social_links AS r
WHERE NOT EXISTS (SELECT 1 FROM versions AS v WHERE v.kind = 'social-link' AND v.record_id = CAST(r.id AS TEXT)) ORDER BY r.id

-- name: ListSpecialDaysWithoutVersion :many
SELECT r.id FROM special_days AS r
WHERE NOT EXISTS (SELECT 1 FROM versions AS v WHERE v.kind = 'special-day' AND v.record_id = CAST(r.id AS TEXT)) ORDER BY r.id

-- name: ListVersions :many
SELECT id, kind, record_id, revision, saved_at, user_id, user_name, action, fields, format, superseded FROM versions WHERE id < $1 ORDER BY id DESC LIMIT $2

-- name: ListVersionsAt :many
SELECT id, kind, record_id, revision, saved_at, user_id, user_name, action, fields, format, superseded FROM versions AS v
WHERE v.id IN (
    SELECT MAX(newest.id) FROM versions AS newest
    WHERE newest.saved_at <= $1 OR newest.action = 'start'
    GROUP BY newest.kind, newest.record_id
)
ORDER BY v.id

-- name: ListVersionsOfKind :many
SELECT id, kind, record_id, revision, saved_at, user_id, user_name, action, fields, format, superseded FROM versions WHERE kind = $1 AND id < $2 ORDER BY id DESC LIMIT $3

-- name: ListVersionsOfRecord :many
SELECT id, kind, record_id, revision, saved_at, user_id, user_name, action, fields, format, superseded FROM versions WHERE kind = $1 AND record_id = $2 AND id < $3 ORDER BY id DESC LIMIT $4

-- name: MarkHistoryStarted :exec
UPDATE site_state SET history_started = TRUE

-- name: PruneVersions :execrows
DELETE FROM versions WHERE id IN (
    SELECT v.id FROM versions AS v
    WHERE v.superseded AND v.saved_at < $1
    ORDER BY v.saved_at LIMIT $2
)

-- name: SupersedeVersion :exec
UPDATE versions SET superseded = TRUE WHERE id = (
    SELECT v.id FROM versions AS v
    WHERE v.kind = $1 AND v.record_id = $2
    ORDER BY v.id DESC LIMIT 1 OFFSET $3
)

-- name: SupersedeVersions :exec
UPDATE versions SET superseded = TRUE
WHERE NOT superseded AND EXISTS (
    SELECT 1 FROM versions AS newer
    WHERE newer.kind = versions.kind AND newer.record_id = versions.record_id AND newer.id > versions.id
    LIMIT 1 OFFSET $1
)

-- name: DeleteDayHours :execrows
DELETE FROM business_hours WHERE day = $1

-- name: DeleteSpecialDay :execrows
DELETE FROM special_days WHERE id = $1

-- name: GetDayHours :one
SELECT day, open_time, close_time, is_closed, second_open_time, second_close_time, updated_at FROM business_hours WHERE day = $1

-- name: GetSpecialDay :one
SELECT id, date, end_date, is_closed, open_time, close_time, label, updated_at FROM special_days WHERE id = $1

-- name: InsertSpecialDay :one
INSERT INTO special_days (date, end_date, is_closed, open_time, close_time, label, updated_at)
VALUES ($1, $2, $3, $4, $5, $6, $7)
RETURNING id, date, end_date, is_closed, open_time, close_time, label, updated_at

-- name: ListBusinessHours :many
SELECT day, open_time, close_time, is_closed, second_open_time, second_close_time, updated_at FROM business_hours

-- name: ListSpecialDays :many
SELECT id, date, end_date, is_closed, open_time, close_time, label, updated_at FROM special_days ORDER BY date, end_date

-- name: PutDayHours :exec
INSERT INTO business_hours (day, open_time, close_time, is_closed, second_open_time, second_close_time, updated_at)
VALUES ($1, $2, $3, $4, $5, $6, $7)
ON CONFLICT (day) DO UPDATE
SET open_time = excluded.open_time, close_time = excluded.close_time, is_closed = excluded.is_closed,
    second_open_time = excluded.second_open_time, second_close_time = excluded.second_close_time,
    updated_at = excluded.updated_at

-- name: UpdateSpecialDay :one
UPDATE special_days
SET date = $2, end_date = $3, is_closed = $4, open_time = $5, close_time = $6, label = $7, updated_at = $8
WHERE id = $1
RETURNING id, date, end_date, is_closed, open_time, close_time, label, updated_at

-- name: CountAllImages :one
SELECT COUNT(*) FROM images

-- name: CountImages :one
SELECT COUNT(*) FROM images
WHERE lower(name) LIKE CAST($1 AS TEXT) ESCAPE '\' OR lower(alt) LIKE CAST($1 AS TEXT) ESCAPE '\'

-- name: DeleteImage :execrows
DELETE FROM images WHERE id = $1

-- name: DeleteImageUsesOf :exec
DELETE FROM image_uses WHERE kind = $1 AND record_id = $2

-- name: DeleteUpload :exec
DELETE FROM uploads WHERE id = $1

-- name: GetImage :one
SELECT id, hash, name, alt, media_type, size, width, height, uploaded_at, optimised, preview, variants, attempts, texts_updated_at FROM images WHERE id = $1

-- name: GetImageByAddress :one
SELECT images.id, images.hash, images.name, images.alt, images.media_type, images.size, images.width, images.height, images.uploaded_at, images.optimised, images.preview, images.variants, images.attempts, images.texts_updated_at FROM image_addresses
JOIN images ON images.id = image_addresses.image_id
WHERE image_addresses.address = $1

-- name: GetImageByHash :one
SELECT id, hash, name, alt, media_type, size, width, height, uploaded_at, optimised, preview, variants, attempts, texts_updated_at FROM images WHERE hash = $1

-- name: GetNextUnoptimisedImage :one
SELECT id, hash, name, alt, media_type, size, width, height, uploaded_at, optimised, preview, variants, attempts, texts_updated_at FROM images WHERE optimised = FALSE ORDER BY attempts, uploaded_at, id LIMIT 1

-- name: GetUpload :one
SELECT id, token_hash, name, media_type, size, expires_at, session_hash FROM uploads WHERE id = $1

-- name: InsertImageUse :exec
INSERT INTO image_uses (upload_id, kind, record_id) VALUES ($1, $2, $3)

-- name: ListAddressesOf :many
SELECT address FROM image_addresses WHERE image_id = $1

-- name: ListExpiredUploads :many
SELECT id, token_hash, name, media_type, size, expires_at, session_hash FROM uploads WHERE expires_at < $1 ORDER BY expires_at, id

-- name: ListGivenUpImages :many
SELECT id, hash, name, alt, media_type, size, width, height, uploaded_at, optimised, preview, variants, attempts, texts_updated_at FROM images
WHERE optimised = TRUE AND attempts > 0 AND variants = '[]' AND attempts >= $1
ORDER BY uploaded_at, id

-- name: ListImageUses :many
SELECT DISTINCT a.image_id, u.kind, u.record_id, CAST(CASE u.kind WHEN 'company' THEN 'people'
    ELSE COALESCE(c.key, s.name, p.title, '') END AS TEXT) AS title
FROM image_addresses AS a
JOIN image_uses AS u ON u.upload_id = a.address
LEFT JOIN content_items AS c ON u.kind = 'content' AND c.id = u.record_id
LEFT JOIN services AS s ON u.kind = 'service' AND s.id = u.record_id
LEFT JOIN posts AS p ON u.kind = 'post' AND p.id = u.record_id
WHERE a.image_id = $1
ORDER BY u.kind, u.record_id

-- name: ListImages :many
SELECT id, hash, name, alt, media_type, size, width, height, uploaded_at, optimised, preview, variants, attempts, texts_updated_at FROM images
WHERE lower(name) LIKE CAST($1 AS TEXT) ESCAPE '\' OR lower(alt) LIKE CAST($1 AS TEXT) ESCAPE '\'
ORDER BY
    CASE WHEN CAST($2 AS TEXT) = 'name' THEN lower(name) END,
    CASE CAST($2 AS TEXT) WHEN 'largest' THEN -size WHEN 'oldest' THEN uploaded_at END,
    uploaded_at DESC, id
LIMIT $4 OFFSET $3

-- name: ListImagesAfter :many
SELECT id, hash, name, alt, media_type, size, width, height, uploaded_at, optimised, preview, variants, attempts, texts_updated_at FROM images WHERE id > $1 ORDER BY id LIMIT $2

-- name: ListImagesByAddress :many
SELECT image_addresses.address, images.id, images.hash, images.name, images.alt, images.media_type, images.size, images.width, images.height, images.uploaded_at, images.optimised, images.preview, images.variants, images.attempts, images.texts_updated_at FROM image_addresses
JOIN images ON images.id = image_addresses.image_id
WHERE image_addresses.address = $1

-- name: ListNewestImages :many
SELECT id, hash, name, alt, media_type, size, width, height, uploaded_at, optimised, preview, variants, attempts, texts_updated_at FROM images ORDER BY uploaded_at DESC, id LIMIT $2 OFFSET $1

-- name: ListUsedAddresses :many
SELECT address FROM image_addresses
WHERE image_id = $1 AND address IN (SELECT upload_id FROM image_uses)

-- name: PutImage :exec
INSERT INTO images (
    id, hash, name, alt, media_type, size, width, height, uploaded_at, optimised, preview, variants, attempts,
    texts_updated_at
) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)
ON CONFLICT (id) DO UPDATE SET
    hash = excluded.hash, name = excluded.name, alt = excluded.alt, media_type = excluded.media_type,
    size = excluded.size, width = excluded.width, height = excluded.height, uploaded_at = excluded.uploaded_at,
    optimised = excluded.optimised, preview = excluded.preview, variants = excluded.variants,
    attempts = excluded.attempts, texts_updated_at = excluded.texts_updated_at

-- name: PutImageAddress :exec
INSERT INTO image_addresses (address, image_id) VALUES ($1, $2)

-- name: PutImageAttempts :exec
UPDATE images SET attempts = $2 WHERE id = $1

-- name: PutUpload :exec
INSERT INTO uploads (id, token_hash, name, media_type, size, expires_at, session_hash)
VALUES ($1, $2, $3, $4, $5, $6, $7)
ON CONFLICT (id) DO UPDATE SET
    token_hash = excluded.token_hash, name = excluded.name, media_type = excluded.media_type,
    size = excluded.size, expires_at = excluded.expires_at, session_hash = excluded.session_hash

-- name: DeleteExpiredInvitations :exec
DELETE FROM invitations WHERE expires_at < $1

-- name: DeleteExpiredPasswordResets :exec
DELETE FROM password_resets WHERE expires_at < $1

-- name: DeleteInvitation :one
DELETE FROM invitations WHERE id = $1 RETURNING id, token_hash, username, full_name, email, role, invited_by, created_at, expires_at

-- name: DeleteInvitationsBy :exec
DELETE FROM invitations WHERE invited_by = $1

-- name: DeletePasswordResets :exec
DELETE FROM password_resets WHERE user_id = $1

-- name: GetInvitation :one
SELECT id, token_hash, username, full_name, email, role, invited_by, created_at, expires_at FROM invitations WHERE token_hash = $1

-- name: GetPasswordReset :one
SELECT token_hash, user_id, expires_at FROM password_resets WHERE token_hash = $1

-- name: InsertInvitation :one
INSERT INTO invitations (token_hash, username, full_name, email, role, invited_by, created_at, expires_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
RETURNING id, token_hash, username, full_name, email, role, invited_by, created_at, expires_at

-- name: ListInvitations :many
SELECT id, token_hash, username, full_name, email, role, invited_by, created_at, expires_at FROM invitations ORDER BY id

-- name: PutPasswordReset :exec
INSERT INTO password_resets (token_hash, user_id, expires_at) VALUES ($1, $2, $3)

-- name: UseInvitation :one
DELETE FROM invitations WHERE token_hash = $1 RETURNING id, token_hash, username, full_name, email, role, invited_by, created_at, expires_at

-- name: UsePasswordReset :one
DELETE FROM password_resets WHERE token_hash = $1 RETURNING token_hash, user_id, expires_at

-- name: DeleteClearUses :exec
DELETE FROM rate_limits WHERE clear_at <= $1

-- name: DeleteUsesBeyond :exec
DELETE FROM rate_limits WHERE key IN (
    SELECT r.key FROM rate_limits AS r ORDER BY r.clear_at DESC, r.key LIMIT 1000000 OFFSET $1
)

-- name: GetSecret :one
SELECT value FROM secrets WHERE name = $1

-- name: GetUse :one
SELECT clear_at FROM rate_limits WHERE key = $1

-- name: InsertSecret :exec
INSERT INTO secrets (name, value) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING

-- name: LockUses :one
UPDATE rate_limit_state SET swept_at = swept_at RETURNING swept_at

-- name: PutSweptAt :exec
UPDATE rate_limit_state SET swept_at = $1

-- name: PutUse :exec
INSERT INTO rate_limits (key, clear_at) VALUES ($1, $2)
ON CONFLICT (key) DO UPDATE SET clear_at = excluded.clear_at

-- name: AwaitsAnswer :one
SELECT COUNT(*) FROM chat_messages AS m
WHERE m.conversation_id = $1 AND NOT m.staff
  AND m.id = (SELECT MAX(n.id) FROM chat_messages AS n WHERE n.conversation_id = $1)

-- name: ClaimNotices :many
UPDATE chat_notices SET claimed_until = $1
WHERE (conversation_id, channel, reason) IN (
        SELECT n.conversation_id, n.channel, n.reason FROM chat_notices AS n
        WHERE n.channel = $2 AND n.due_at <= CAST($3 AS BIGINT) AND n.claimed_until <= CAST($3 AS BIGINT)
        ORDER BY n.due_at LIMIT $4)
  AND claimed_until <= CAST($3 AS BIGINT)
RETURNING conversation_id, channel, reason, through, created_at, due_at, attempts, claimed_until

-- name: CountDueNotices :one
SELECT COUNT(*) FROM chat_notices
WHERE channel = $1 AND due_at <= CAST($2 AS BIGINT) AND claimed_until <= CAST($2 AS BIGINT)

-- name: DeleteAnsweredNotices :exec
DELETE FROM chat_notices WHERE conversation_id = $1 AND reason IN ('message', 'reminder')

-- name: DeleteNotices :exec
DELETE FROM chat_notices WHERE conversation_id = $1

-- name: ListChannels :many
SELECT channel, delivered_at, failed_at, error FROM chat_channels ORDER BY channel

-- name: PutDelivery :exec
INSERT INTO chat_channels (channel, delivered_at, failed_at, error) VALUES ($1, $2, 0, '')
ON CONFLICT (channel) DO UPDATE SET delivered_at = excluded.delivered_at

-- name: PutDeliveryFailure :exec
INSERT INTO chat_channels (channel, delivered_at, failed_at, error) VALUES ($1, 0, $2, $3)
ON CONFLICT (channel) DO UPDATE SET failed_at = excluded.failed_at, error = excluded.error

-- name: PutNotice :exec
INSERT INTO chat_notices (conversation_id, channel, reason, through, created_at, due_at, attempts, claimed_until)
VALUES ($1, $2, $3, $4, $5, $6, 0, 0)
ON CONFLICT (conversation_id, channel, reason) DO UPDATE
SET through = excluded.through, created_at = excluded.created_at

-- name: RescheduleNotice :exec
UPDATE chat_notices
SET due_at = $1, attempts = $2, claimed_until = 0,
    created_at = CASE WHEN created_at < CAST($3 AS BIGINT) THEN CAST($3 AS BIGINT) ELSE created_at END
WHERE conversation_id = $4 AND channel = $5 AND reason = $6

-- name: SettleNotice :execrows
DELETE FROM chat_notices WHERE conversation_id = $1 AND channel = $2 AND reason = $3 AND through = $4 AND created_at = $5

-- name: DeleteChallengesBeyond :exec
DELETE FROM challenges WHERE hash IN (
    SELECT c.hash FROM challenges AS c ORDER BY c.expires_at DESC, c.hash LIMIT 1000000 OFFSET $1
)

-- name: DeleteChallengesUntil :exec
DELETE FROM challenges WHERE expires_at <= $1

-- name: DeletePasskey :execrows
DELETE FROM passkeys WHERE id = $1 AND user_id = $2

-- name: DeletePasskeys :exec
DELETE FROM passkeys WHERE user_id = $1

-- name: GetPasskeyByCredential :one
SELECT id, user_id, credential_id, name, added_at, used_at, credential FROM passkeys WHERE credential_id = $1

-- name: InsertChallenge :exec
INSERT INTO challenges (hash, expires_at, data) VALUES ($1, $2, $3)

-- name: InsertPasskey :one
INSERT INTO passkeys (user_id, credential_id, name, added_at, used_at, credential)
VALUES ($1, $2, $3, $4, $5, $6)
RETURNING id, user_id, credential_id, name, added_at, used_at, credential

-- name: ListPasskeys :many
SELECT id, user_id, credential_id, name, added_at, used_at, credential FROM passkeys WHERE user_id = $1 ORDER BY id

-- name: RenamePasskey :execrows
UPDATE passkeys SET name = $3 WHERE id = $1 AND user_id = $2

-- name: UseChallenge :one
DELETE FROM challenges WHERE hash = $1 RETURNING hash, expires_at, data

-- name: UsePasskey :execrows
UPDATE passkeys SET credential = $1, used_at = $2
WHERE id = $3 AND credential = $4

-- name: DeletePost :execrows
DELETE FROM posts WHERE id = $1

-- name: GetPost :one
SELECT id, slug, title, image_url, published_at, updated_at, excerpt, content FROM posts WHERE id = $1

-- name: GetPostBySlug :one
SELECT id, slug, title, image_url, published_at, updated_at, excerpt, content FROM posts AS t
WHERE t.slug = $1
   OR t.id = (SELECT r.target_id FROM redirects AS r WHERE r.kind = 'post' AND r.slug = $1)
ORDER BY CASE WHEN t.slug = $1 THEN 0 ELSE 1 END
LIMIT 1

-- name: InsertPost :one
INSERT INTO posts (title, slug, excerpt, content, image_url, published_at, updated_at)
VALUES ($1, $2, $3, $4, $5, $6, $7)
RETURNING id, slug, title, image_url, published_at, updated_at, excerpt, content

-- name: ListPostHeadings :many
SELECT id, slug, title, published_at, updated_at FROM posts
WHERE (published_at, id) < (CAST($1 AS BIGINT), CAST($2 AS BIGINT))
ORDER BY published_at DESC, id DESC
LIMIT $3

-- name: ListPostImageOrigins :many
SELECT DISTINCT upload_id FROM image_uses
WHERE upload_id >= 'http' AND upload_id < 'httq'
ORDER BY upload_id

-- name: ListPostImageURLs :many
SELECT DISTINCT image_url FROM posts WHERE image_url LIKE '%//%' ORDER BY image_url

-- name: ListPostPage :many
SELECT id, slug, title, image_url, published_at, updated_at, excerpt,
    CAST(CASE WHEN CAST($1 AS BOOLEAN) THEN content ELSE '' END AS TEXT) AS content
FROM posts
WHERE (published_at, id) < (CAST($2 AS BIGINT), CAST($3 AS BIGINT))
  AND (CAST($4 AS TEXT) = '%%'
       OR lower(title) LIKE CAST($4 AS TEXT) ESCAPE '\'
       OR slug LIKE CAST($4 AS TEXT) ESCAPE '\')
ORDER BY published_at DESC, id DESC
LIMIT $6 OFFSET $5

-- name: ListPostRange :many
SELECT id, slug, title, image_url, published_at, updated_at, excerpt, content FROM posts WHERE id >= $1 AND id < $2 ORDER BY id

-- name: UpdatePost :one
UPDATE posts
SET title = $2, slug = $3, excerpt = $4, content = $5, image_url = $6, published_at = $7, updated_at = $8
WHERE id = $1
RETURNING id, slug, title, image_url, published_at, updated_at, excerpt, content

-- name: DeleteOwnPush :exec
DELETE FROM push_subscriptions
WHERE endpoint = $1 AND user_id = (SELECT s.user_id FROM sessions AS s WHERE s.token_hash = $2)

-- name: DeletePushBefore :exec
DELETE FROM push_subscriptions WHERE registered_at < $1

-- name: DeletePushBeyond :exec
DELETE FROM push_subscriptions WHERE endpoint IN (
    SELECT p.endpoint FROM push_subscriptions AS p
    WHERE p.user_id = (SELECT s.user_id FROM sessions AS s WHERE s.token_hash = $1)
    ORDER BY p.registered_at DESC, p.endpoint LIMIT 1000000 OFFSET $2
)

-- name: DeletePushOfOtherSessions :exec
DELETE FROM push_subscriptions WHERE user_id = $1 AND session_hash <> $2

-- name: DeletePushOfSession :exec
DELETE FROM push_subscriptions WHERE session_hash = $1

-- name: DeletePushOfUser :exec
DELETE FROM push_subscriptions WHERE user_id = $1

-- name: DeletePushSubscription :exec
DELETE FROM push_subscriptions WHERE endpoint = $1

-- name: ListPushRecipients :many
SELECT p.endpoint, p.user_id, p.session_hash, p.p256dh, p.auth, p.registered_at, p.delivered FROM push_subscriptions AS p JOIN users AS u ON u.id = p.user_id
WHERE u.role = $1 AND u.disabled_at = 0 AND p.registered_at >= $2
ORDER BY p.registered_at, p.endpoint

-- name: MarkPushDelivered :exec
UPDATE push_subscriptions SET delivered = $2 WHERE endpoint = $1

-- name: PutPushSubscription :execrows
INSERT INTO push_subscriptions (endpoint, user_id, session_hash, p256dh, auth, registered_at, delivered)
SELECT CAST($1 AS TEXT), s.user_id, s.token_hash, CAST($2 AS TEXT), CAST($3 AS TEXT),
       CAST($4 AS BIGINT), ''
FROM sessions AS s WHERE s.token_hash = $5
ON CONFLICT (endpoint) DO UPDATE
SET user_id = excluded.user_id, session_hash = excluded.session_hash, p256dh = excluded.p256dh,
    auth = excluded.auth, registered_at = excluded.registered_at

-- name: DeleteRedirect :exec
DELETE FROM redirects WHERE kind = $1 AND slug = $2

-- name: ListRedirects :many
SELECT kind, slug, target_id FROM redirects ORDER BY kind, slug

-- name: PutRedirect :exec
INSERT INTO redirects (kind, slug, target_id)
VALUES ($1, $2, $3)
ON CONFLICT (kind, slug) DO UPDATE SET target_id = excluded.target_id

-- name: ClaimReviewFeed :execrows
UPDATE review_feed SET not_before = $1
WHERE not_before = $2 AND as_of = $3

-- name: DeleteReviewPhoto :exec
DELETE FROM review_photos WHERE name = $1

-- name: GetReviewFeed :one
SELECT source, as_of, not_before, failures, problem FROM review_feed

-- name: GetReviewPhoto :one
SELECT jpeg FROM review_photos WHERE name = $1

-- name: GetReviews :one
SELECT reviews FROM review_feed

-- name: ListReviewPhotoNames :many
SELECT name FROM review_photos ORDER BY name

-- name: PutReviewFeed :exec
UPDATE review_feed
SET source = $1, as_of = $2, not_before = $3, failures = $4, problem = $5

-- name: PutReviewPhoto :exec
INSERT INTO review_photos (name, jpeg)
VALUES ($1, $2)
ON CONFLICT (name) DO UPDATE SET jpeg = excluded.jpeg

-- name: PutReviews :exec
UPDATE review_feed SET reviews = $1

-- name: DeleteService :one
DELETE FROM services WHERE id = $1 RETURNING position

-- name: GetService :one
SELECT id, slug, name, short_description, image_url, featured_on_home, updated_at, features, full_description, template, position, hidden FROM services WHERE id = $1

-- name: GetServiceBySlug :one
SELECT id, slug, name, short_description, image_url, featured_on_home, updated_at, features, full_description, template, position, hidden FROM services AS t
WHERE t.slug = $1
   OR t.id = (SELECT r.target_id FROM redirects AS r WHERE r.kind = 'service' AND r.slug = $1)
ORDER BY CASE WHEN t.slug = $1 THEN 0 ELSE 1 END
LIMIT 1

-- name: InsertService :one
INSERT INTO services (name, slug, short_description, full_description, image_url, features, template, featured_on_home, hidden, updated_at, position)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, (SELECT COALESCE(MAX(last.position), 0) + 1 FROM services AS last))
RETURNING id, slug, name, short_description, image_url, featured_on_home, updated_at, features, full_description, template, position, hidden

-- name: ListServices :many
SELECT id, slug, name, short_description, image_url, featured_on_home, updated_at, features, full_description, template, position, hidden FROM services ORDER BY position, id

-- name: SetServicePosition :execrows
UPDATE services SET position = $2 WHERE id = $1

-- name: UpdateService :one
UPDATE services
SET name = $2, slug = $3, short_description = $4, full_description = $5, image_url = $6, features = $7, template = $8, featured_on_home = $9, hidden = $10, updated_at = $11
WHERE id = $1
RETURNING id, slug, name, short_description, image_url, featured_on_home, updated_at, features, full_description, template, position, hidden

-- name: DeleteIdleSessions :exec
DELETE FROM sessions WHERE last_seen_at < $1 OR created_at < $2

-- name: DeleteOtherSessions :exec
DELETE FROM sessions WHERE user_id = $1 AND token_hash <> $2

-- name: DeleteSession :exec
DELETE FROM sessions WHERE token_hash = $1

-- name: DeleteUserSessions :exec
DELETE FROM sessions WHERE user_id = $1

-- name: GetSession :one
SELECT token_hash, user_id, created_at, last_seen_at, proved_at, browser, network, second_factor FROM sessions WHERE token_hash = $1

-- name: ListUserSessions :many
SELECT token_hash, user_id, created_at, last_seen_at, proved_at, browser, network, second_factor FROM sessions WHERE user_id = $1 ORDER BY last_seen_at DESC, token_hash

-- name: MarkSecondFactor :exec
UPDATE sessions SET second_factor = TRUE WHERE token_hash = $1

-- name: ProveSession :execrows
UPDATE sessions SET proved_at = $2 WHERE token_hash = $1

-- name: PutSession :exec
INSERT INTO sessions (token_hash, user_id, created_at, last_seen_at, proved_at, browser, network, second_factor)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8)

-- name: SummariseSessions :many
SELECT user_id, COUNT(*) AS sessions, CAST(MAX(last_seen_at) AS BIGINT) AS last_seen_at
FROM sessions
WHERE last_seen_at >= $1 AND created_at >= $2
GROUP BY user_id
ORDER BY user_id

-- name: TouchSession :exec
UPDATE sessions SET last_seen_at = $2 WHERE token_hash = $1

-- name: DeleteSocialLink :one
DELETE FROM social_links WHERE id = $1 RETURNING position

-- name: GetSocialLink :one
SELECT id, platform, url, icon, active, position, updated_at FROM social_links WHERE id = $1

-- name: InsertSocialLink :one
INSERT INTO social_links (platform, url, icon, active, updated_at, position)
VALUES ($1, $2, $3, $4, $5, (SELECT COALESCE(MAX(last.position), 0) + 1 FROM social_links AS last))
RETURNING id, platform, url, icon, active, position, updated_at

-- name: ListSocialLinks :many
SELECT id, platform, url, icon, active, position, updated_at FROM social_links ORDER BY position, id

-- name: SetSocialLinkPosition :execrows
UPDATE social_links SET position = $2 WHERE id = $1

-- name: UpdateSocialLink :one
UPDATE social_links
SET platform = $2, url = $3, icon = $4, active = $5, updated_at = $6
WHERE id = $1
RETURNING id, platform, url, icon, active, position, updated_at

-- name: CountChatNotes :one
SELECT COUNT(*) FROM chat_notes WHERE conversation_id = $1

-- name: DeleteChatNote :execrows
DELETE FROM chat_notes WHERE conversation_id = $1 AND id = $2

-- name: InsertChatNote :one
INSERT INTO chat_notes (conversation_id, written_at, author, text) VALUES ($1, $2, $3, $4) RETURNING id, conversation_id, written_at, author, text

-- name: ListChatNotes :many
SELECT id, conversation_id, written_at, author, text FROM chat_notes WHERE conversation_id = $1 ORDER BY id

-- name: BumpRevision :one
UPDATE site_state SET revision = revision + 1, scoped = scoped + 1 RETURNING revision

-- name: GetRevision :one
SELECT revision FROM site_state

-- name: GetStarterDone :one
SELECT starter_done FROM site_state

-- name: ListScopesSince :many
SELECT s.revision, CAST(s.revision - s.scoped AS BIGINT) AS unscoped,
    CAST(COALESCE(c.name, '') AS TEXT) AS name, CAST(COALESCE(c.revision, 0) AS BIGINT) AS changed_at
FROM site_state AS s
LEFT JOIN scopes AS c ON c.revision > $1

-- name: LockRevision :exec
UPDATE site_state SET revision = revision

-- name: MarkStarterDone :execrows
UPDATE site_state SET starter_done = TRUE WHERE starter_done = FALSE

-- name: TouchScope :exec
INSERT INTO scopes (name, revision) VALUES ($1, $2)
ON CONFLICT (name) DO UPDATE SET revision = excluded.revision

-- name: AddCount :exec
INSERT INTO daily_counts (day, kind, name, counted) VALUES ($1, $2, $3, $4)
ON CONFLICT (day, kind, name) DO UPDATE SET counted = daily_counts.counted + excluded.counted

-- name: KeepConversationStarts :exec
INSERT INTO past_conversations (started_at, answered_at, has_contact)
SELECT c.started_at,
       COALESCE((SELECT MIN(m.sent_at) FROM chat_messages AS m WHERE m.conversation_id = c.id AND m.staff), 0),
       c.contact <> ''
FROM conversations AS c
WHERE c.updated_at < $1

-- name: ListConversationStarts :many
SELECT c.started_at, c.contact <> '' AS has_contact,
       CAST(COALESCE((SELECT MIN(m.sent_at) FROM chat_messages AS m
                      WHERE m.conversation_id = c.id AND m.staff), 0) AS BIGINT) AS answered_at
FROM conversations AS c
WHERE c.started_at >= $1 AND c.started_at < $2
UNION ALL
SELECT p.started_at, p.has_contact, p.answered_at
FROM past_conversations AS p
WHERE p.started_at >= $1 AND p.started_at < $2
ORDER BY 1, 3

-- name: ListCounts :many
SELECT day, kind, name, counted FROM daily_counts WHERE day >= $1 AND day <= $2 ORDER BY day, kind, name

-- name: PurgeCounts :exec
DELETE FROM daily_counts WHERE day < $1

-- name: PurgePastConversations :exec
DELETE FROM past_conversations WHERE started_at < $1

-- name: DeleteUser :execrows
DELETE FROM users WHERE id = $1

-- name: GetUser :one
SELECT id, username, username_key, full_name, role, password_hash, created_at, email, disabled_at FROM users WHERE id = $1

-- name: GetUserByKey :one
SELECT id, username, username_key, full_name, role, password_hash, created_at, email, disabled_at FROM users WHERE username_key = $1

-- name: InsertUser :one
INSERT INTO users (username, username_key, full_name, role, password_hash, created_at, email, disabled_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
RETURNING id, username, username_key, full_name, role, password_hash, created_at, email, disabled_at

-- name: ListUsers :many
SELECT id, username, username_key, full_name, role, password_hash, created_at, email, disabled_at FROM users ORDER BY username_key

-- name: LockPasswordHash :execrows
UPDATE users SET password_hash = password_hash WHERE id = $1 AND password_hash = $2 AND disabled_at = 0

-- name: LockUser :execrows
UPDATE users SET username = username WHERE id = $1

-- name: SetFullName :execrows
UPDATE users SET full_name = $2 WHERE id = $1

-- name: UpdateUser :one
UPDATE users
SET username = $2, username_key = $3, full_name = $4, role = $5, password_hash = $6, created_at = $7,
    email = $8, disabled_at = $9
WHERE id = $1
RETURNING id, username, username_key, full_name, role, password_hash, created_at, email, disabled_at

-- name: DeleteWorkingCopiesBeyond :exec
DELETE FROM working_copies WHERE working_copies.user_id = $1 AND saved_at <= (
    SELECT c.saved_at FROM working_copies AS c
    WHERE c.user_id = $1 ORDER BY c.saved_at DESC LIMIT 1 OFFSET $2
)

-- name: DeleteWorkingCopy :exec
DELETE FROM working_copies WHERE user_id = $1 AND kind = $2 AND record_id = $3

-- name: GetWorkingCopy :one
SELECT user_id, kind, record_id, title, based_on, original, fields, saved_at FROM working_copies WHERE user_id = $1 AND kind = $2 AND record_id = $3

-- name: ListWorkingCopies :many
SELECT kind, record_id, title, based_on, saved_at FROM working_copies
WHERE user_id = $1 AND kind = $2 ORDER BY saved_at DESC, record_id

-- name: PutWorkingCopy :exec
INSERT INTO working_copies (user_id, kind, record_id, title, based_on, original, fields, saved_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
ON CONFLICT (user_id, kind, record_id) DO UPDATE SET
    title = excluded.title, based_on = excluded.based_on, original = excluded.original,
    fields = excluded.fields, saved_at = excluded.saved_at
