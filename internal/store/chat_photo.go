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

func (r reader) CountPhotos(ctx context.Context, conversation string) (chat.PhotoCount, error) {
	return one(ctx, r, conversationSubject, r.q.CountChatPhotos, conversation, func(row db.CountChatPhotosRow) chat.PhotoCount {
		return chat.PhotoCount(row)
	})
}

func (r reader) ChatPhoto(ctx context.Context, id string) ([]byte, error) {
	return one(ctx, r, chatPhotoSubject, r.q.GetChatPhoto, id, same)
}

func (r reader) ChatPhotoOf(ctx context.Context, conversation, id string) ([]byte, error) {
	return one(ctx, r, chatPhotoSubject, r.q.GetChatPhotoOf, db.GetChatPhotoOfParams{ID: id, ConversationID: conversation}, same)
}

func (t tx) AddChatPhoto(ctx context.Context, conversation, id string, jpeg []byte) error {
	return exec(ctx, t, conversationSubject, t.q.InsertChatPhoto, db.InsertChatPhotoParams{ID: id, ConversationID: conversation, Jpeg: jpeg})
}
