-- What bounds the chat: the size, the client and the unread messages of each
-- conversation, and the size of all of them.

-- +goose Up

-- Visitors do not see usernames: without an author, an answer is from the team.
UPDATE chat_messages SET author = ''
WHERE staff AND author IN (SELECT username FROM users WHERE full_name = '');
