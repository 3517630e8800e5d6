package store

import (
	"context"

	"perimeter/internal/chat"
	"perimeter/internal/store/db"
)

var chatPhotoSubject = subject{noun: "photo"}

// chatPhoto returns the photo of a message, or nil.
func chatPhoto(row db.ChatMessage) *chat.Photo {
	if row.PhotoID == "" {
		return nil
	}
	return &chat.Photo{ID: row.PhotoID, Width: row.PhotoWidth, Height: row.PhotoHeight}
}

func (r messages) CountPhotos(ctx context.Context, conversation string) (chat.PhotoCount, error) {
	return one(ctx, r.reader, conversationSubject, r.q.CountChatPhotos, conversation, func(row db.CountChatPhotosRow) chat.PhotoCount {
		return chat.PhotoCount(row)
	})
}

func (r messages) Photos(ctx context.Context) ([]chat.Photo, error) {
	return all(ctx, r.reader, r.q.ListChatPhotos, func(row db.ListChatPhotosRow) chat.Photo {
		return chat.Photo{ID: row.PhotoID, Width: row.PhotoWidth, Height: row.PhotoHeight}
	})
}

func (r messages) Photo(ctx context.Context, id string) ([]byte, error) {
	return one(ctx, r.reader, chatPhotoSubject, r.q.GetChatPhoto, id, same)
}

func (r messages) PhotoOf(ctx context.Context, conversation, id string) ([]byte, error) {
	return one(ctx, r.reader, chatPhotoSubject, r.q.GetChatPhotoOf, db.GetChatPhotoOfParams{ID: id, ConversationID: conversation}, same)
}

// addChatPhoto stores the file of a message's photo. It is deleted with the
// conversation.
func (t messageTx) addPhoto(ctx context.Context, m chat.Message) error {
	return exec(ctx, t.tx, conversationSubject, t.q.InsertChatPhoto,
		db.InsertChatPhotoParams{ID: m.Photo.ID, ConversationID: m.ConversationID, Jpeg: m.Photo.JPEG})
}
