package chat

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"image/jpeg"
	"time"

	"perimeter/internal/errs"
	"perimeter/internal/limit"
	"perimeter/internal/validate"
)

// Photo is the photo of a message. The message has no text.
type Photo struct {
	ID     string `json:"id" doc:"What the photo is fetched by; nobody can guess it"`
	Width  int64  `json:"width"`
	Height int64  `json:"height"`
	// JPEG is the file, while the message is being stored. Messages that are read do
	// not have it.
	JPEG []byte `json:"-"`
}

const (
	// MaxPhotoUpload is how many bytes the file of a photo may have before it is
	// scaled down.
	MaxPhotoUpload = 3 << 20
	// photoText stands for a photo where only text can be shown.
	photoText = "[Photo]"

	// maxWaitingPhotos is how many photos a visitor may send before the staff answer,
	// and maxPhotos how many a conversation can have.
	maxWaitingPhotos = 5
	maxPhotos        = 30
	// photoVolumePerDay is how many bytes of photos one network may send in a day,
	// counted as they are stored.
	photoVolumePerDay = 16 << 20

	// renderTimeout is how long reading and scaling one photo may take.
	renderTimeout = 10 * time.Second
	// DefaultPhotoWait is how long a photo waits for those before it.
	DefaultPhotoWait = 5 * time.Second
)

var (
	// photoRate is how many photos one network may send.
	photoRate       = limit.Rate{Burst: 15, Every: 2 * time.Minute}
	photoVolumeRate = limit.Rate{Burst: photoVolumePerDay, Every: 24 * time.Hour / photoVolumePerDay}
	// photoReadRate is how often one visitor may fetch photos. A browser keeps them.
	photoReadRate = limit.Rate{Burst: 2 * maxPhotos, Every: time.Second}
)

// PhotoCount is how many photos a conversation has.
type PhotoCount struct {
	Total   int64
	Waiting int64 // of the visitor, since the last message of the staff
}

// NewPhoto is a photo before it is stored.
type NewPhoto struct {
	Key string // as in NewMessage
	// Receive returns the file as it was sent, at most MaxPhotoUpload bytes. It is
	// called once, after the limits have been checked, so that a flood costs nothing
	// but its headers.
	Receive func() ([]byte, error)
}

// photoSlots limit how many photos are read at once: one of visitors and one of the
// staff, so that the staff never wait for visitors.
type photoSlots struct{ visitors, staff *limit.Slots }

func newPhotoSlots(wait time.Duration) photoSlots {
	return photoSlots{limit.NewSlots(1, wait, photosBusy()), limit.NewSlots(1, wait, photosBusy())}
}

// acquire waits for a slot, or returns Unavailable after a while.
func (s photoSlots) acquire(ctx context.Context, staff bool) (release func(), err error) {
	if staff {
		return s.staff.Acquire(ctx)
	}
	return s.visitors.Acquire(ctx)
}

func photosBusy() error {
	return &errs.Error{
		Kind: errs.Unavailable, RetryAfter: DefaultPhotoWait,
		Message: "Many photos are arriving at the moment. Please try again in a few seconds.",
	}
}

// SendPhotoAsVisitor stores a visitor's photo and starts the conversation if it is
// the first message. The page is the path that the visitor is on.
func (c *Chat) SendPhotoAsVisitor(ctx context.Context, v Visitor, page string, sent NewPhoto) (Message, error) {
	if err := c.requireEnabled(ctx); err != nil {
		return Message{}, err
	}
	if err := sent.validate(); err != nil {
		return Message{}, err
	}
	if err := c.allowMessage(v); err != nil {
		return Message{}, err
	}
	if _, err := c.photoLimits.Allow(v.photoKeys(1)...); err != nil {
		return Message{}, c.withPhone(ctx, err)
	}
	client, err := c.clientOf(ctx, v)
	if err != nil {
		return Message{}, err
	}
	m := Message{ConversationID: v.conversationID(), Key: sent.Key}
	return c.addPhoto(ctx, m, sent, func(tx Tx, photo *Photo) (Conversation, error) {
		if err := c.limits.AllowShared(ctx, tx.Uses(), v.messageKeys()...); err != nil {
			return Conversation{}, err
		}
		if err := c.photoLimits.AllowShared(ctx, tx.Uses(), v.photoKeys(len(photo.JPEG))...); err != nil {
			return Conversation{}, c.withPhone(ctx, err)
		}
		return c.conversationOf(ctx, tx, v, pagePath(page), client)
	})
}

// SendPhotoAsStaff stores a photo as an answer; see SendAsStaff.
func (c *Chat) SendPhotoAsStaff(ctx context.Context, author StaffMember, id string, sent NewPhoto) (Message, error) {
	if err := sent.validate(); err != nil {
		return Message{}, err
	}
	if _, err := c.store.Conversation(ctx, id); err != nil {
		return Message{}, err
	}
	m := Message{ConversationID: id, Key: sent.Key, Staff: true, Author: author.Name}
	stored, err := c.addPhoto(ctx, m, sent, func(tx Tx, _ *Photo) (Conversation, error) {
		return answeredBy(ctx, tx, author, id)
	})
	return c.withAuthor(ctx, stored), err
}

func (d NewPhoto) validate() error {
	return validate.Field{Name: "key", Value: d.Key}.Required(maxKey)
}

// photoKeys count one photo, and its bytes.
func (v Visitor) photoKeys(bytes int) []limit.Key {
	keys := limit.NetworkKeys("chat photo volume", v.ClientIP, photoVolumeRate)
	for i := range keys {
		keys[i].Cost = bytes
	}
	return append(keys, limit.NetworkKeys("chat photos", v.ClientIP, photoRate)...)
}

// addPhoto receives, scales and stores the photo of a message. The room is checked
// before that work, and again in the transaction.
func (c *Chat) addPhoto(
	ctx context.Context, m Message, sent NewPhoto, find func(Tx, *Photo) (Conversation, error),
) (Message, error) {
	stored, err := c.store.Messages().ByKey(ctx, m.ConversationID, m.Key)
	isStored := err == nil
	if errs.KindOf(err) == errs.NotFound {
		err = c.checkPhotoRoom(ctx, c.store.Messages().CountPhotos, c.store.ChatState, m)
	}
	if err != nil {
		return Message{}, err
	}
	file, err := sent.Receive()
	if err != nil || isStored {
		return stored, err
	}
	if m.Photo, err = c.render(ctx, file, m.Staff); err != nil {
		return Message{}, err
	}
	return c.addMessage(ctx, m, func(tx Tx) (Conversation, error) { return find(tx, m.Photo) })
}

// checkPhotoRoom returns an error if the conversation or the chat can take no more
// photos. Those of visitors stop when the chat is nearly full, so that photos never
// take the room of texts.
func (c *Chat) checkPhotoRoom(
	ctx context.Context, countPhotos func(context.Context, string) (PhotoCount, error), chatState func(context.Context) (State, error), m Message,
) error {
	count, err := countPhotos(ctx, m.ConversationID)
	if err != nil {
		return err
	}
	phone := c.company(ctx).Phone
	switch {
	case count.Total >= maxPhotos && m.Staff:
		return errs.Errorf(errs.Invalid, "This conversation has %d photos, which is as many as it can have.", maxPhotos)
	case count.Total >= maxPhotos:
		return errs.Errorf(errs.Invalid, "This conversation cannot have more than %d photos. Please call %s.", maxPhotos, phone)
	case m.Staff:
		return nil
	case count.Waiting >= maxWaitingPhotos:
		return errs.Errorf(errs.Invalid, "You can send %d photos until we answer. Please wait for our answer, or call %s.", maxWaitingPhotos, phone)
	}
	state, err := chatState(ctx)
	if err != nil {
		return err
	}
	if c.nearlyFull(state.Bytes + m.bytes()) {
		return errs.Errorf(errs.Full, "The chat cannot take more photos at the moment. Please describe what you see, or call %s.", phone)
	}
	return nil
}

// render makes the photo that is stored from the file that was sent.
func (c *Chat) render(ctx context.Context, file []byte, staff bool) (*Photo, error) {
	release, err := c.photoSlots.acquire(ctx, staff)
	if err != nil {
		return nil, err
	}
	defer release()
	limited, cancel := context.WithTimeout(ctx, renderTimeout)
	defer cancel()
	jpeg, width, height, err := c.renderPhoto(limited, file)
	if err != nil {
		return nil, refusePhoto(ctx, err)
	}
	return &Photo{ID: rand.Text(), Width: int64(width), Height: int64(height), JPEG: jpeg}, nil
}

// HEIC is the code of the error that RenderPhoto returns for a HEIC photo.
const HEIC = "heic"

// refusePhoto words the error of a file that cannot be rendered for somebody who has
// just taken the photo with a phone.
func refusePhoto(ctx context.Context, err error) error {
	var known *errs.Error
	if errors.As(err, &known) && known.Code == HEIC {
		return errs.Errorf(errs.Unsupported, "This is a HEIC photo, which most browsers cannot show. Please send the photo as JPEG: "+
			"on an iPhone choose Settings, Camera, Formats, Most Compatible, or send a screenshot of it.")
	}
	switch kind := errs.KindOf(err); {
	case kind == errs.Unsupported:
		return PhotoUnsupported()
	case kind == errs.Invalid:
		return errs.Errorf(errs.Invalid, "This photo is damaged or incomplete. Please take it again, or send a screenshot of it.")
	case kind == errs.TooLarge:
		return errs.Errorf(errs.TooLarge, "This photo has too many pixels. Please send a smaller one as JPEG, or a screenshot of it.")
	}
	if errors.Is(err, context.DeadlineExceeded) && ctx.Err() == nil {
		return photosBusy() // no file that passes the checks takes so long by itself
	}
	return err
}

// PhotoTooLarge is the error for a file of more than MaxPhotoUpload bytes.
func PhotoTooLarge() error {
	return errs.Errorf(errs.TooLarge, "This photo is larger than %d MB. Please send a smaller one, or a screenshot of it.", MaxPhotoUpload>>20)
}

// PhotoUnsupported is the error for a file that is not a photo.
func PhotoUnsupported() error {
	return errs.Errorf(errs.Unsupported, "This file is not a photo that the chat can show. Please send the photo as JPEG, PNG or WebP.")
}

// PhotoForVisitor returns the file of a photo in the visitor's conversation, a JPEG.
func (c *Chat) PhotoForVisitor(ctx context.Context, v Visitor, id string) ([]byte, error) {
	if err := c.requireEnabled(ctx); err != nil {
		return nil, err
	}
	if _, err := c.limits.Allow(v.signKeys("photo", photoReadRate)...); err != nil {
		return nil, err
	}
	return c.store.Messages().PhotoOf(ctx, v.conversationID(), id)
}

// PhotoForStaff returns the file of any photo, a JPEG.
func (c *Chat) PhotoForStaff(ctx context.Context, id string) ([]byte, error) {
	return c.store.Messages().Photo(ctx, id)
}

// VerifyPhotos reads the file of every photo and returns how many there are, and the
// IDs of those that are missing or not as their messages say.
func (c *Chat) VerifyPhotos(ctx context.Context) (checked int, problems []string, err error) {
	photos, err := c.store.Messages().Photos(ctx)
	if err != nil {
		return 0, nil, err
	}
	for _, photo := range photos {
		file, err := c.store.Messages().Photo(ctx, photo.ID)
		if err != nil && errs.KindOf(err) != errs.NotFound {
			return checked, problems, err
		}
		header, err := jpeg.DecodeConfig(bytes.NewReader(file))
		if err != nil || int64(header.Width) != photo.Width || int64(header.Height) != photo.Height {
			problems = append(problems, photo.ID)
		}
		checked++
	}
	return checked, problems, nil
}
