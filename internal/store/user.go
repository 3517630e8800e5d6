package store

import (
	"context"
	"strings"

	"perimeter/internal/auth"
	"perimeter/internal/store/db"
)

func user(row db.User) auth.User {
	return auth.User{
		ID:           row.ID,
		Username:     row.Username,
		FullName:     row.FullName,
		Role:         auth.Role(row.Role),
		PasswordHash: row.PasswordHash,
		CreatedAt:    instant(row.CreatedAt),
		Email:        row.Email,
		DisabledAt:   optionalInstant(row.DisabledAt),
	}
}

// usernameKey is what usernames are compared by. It is computed in Go because the
// engines differ in the lower case of letters beyond ASCII.
func usernameKey(username string) string { return strings.ToLower(username) }

func (r reader) Users(ctx context.Context) ([]auth.User, error) {
	return all(ctx, r, r.q.ListUsers, user)
}

func (r reader) User(ctx context.Context, id int64) (auth.User, error) {
	return one(ctx, r, subject{noun: "user"}, r.q.GetUser, id, user)
}

func (r reader) UserByName(ctx context.Context, username string) (auth.User, error) {
	return one(ctx, r, subject{noun: "user"}, r.q.GetUserByKey, usernameKey(username), user)
}

// userTx is the users in a transaction.
type userTx struct{ tx }

func (t tx) Users() auth.UserTx { return userTx{t} }

func (t userTx) List(ctx context.Context) ([]auth.User, error) { return t.reader.Users(ctx) }

func (t userTx) Get(ctx context.Context, id int64) (auth.User, error) { return t.User(ctx, id) }

func (t userTx) ByName(ctx context.Context, username string) (auth.User, error) {
	return t.UserByName(ctx, username)
}

func (t userTx) Put(ctx context.Context, u auth.User) (auth.User, error) {
	s := subject{noun: "user", field: "username", value: u.Username}
	if u.ID == 0 {
		return one(ctx, t.reader, s, t.q.InsertUser, db.InsertUserParams{
			Username:     u.Username,
			UsernameKey:  usernameKey(u.Username),
			FullName:     u.FullName,
			Role:         string(u.Role),
			PasswordHash: u.PasswordHash,
			CreatedAt:    micros(u.CreatedAt),
			Email:        u.Email,
			DisabledAt:   optionalMicros(u.DisabledAt),
		}, user)
	}
	return one(ctx, t.reader, s, t.q.UpdateUser, db.UpdateUserParams{
		ID:           u.ID,
		Username:     u.Username,
		UsernameKey:  usernameKey(u.Username),
		FullName:     u.FullName,
		Role:         string(u.Role),
		PasswordHash: u.PasswordHash,
		CreatedAt:    micros(u.CreatedAt),
		Email:        u.Email,
		DisabledAt:   optionalMicros(u.DisabledAt),
	}, user)
}

func (t userTx) SetFullName(ctx context.Context, id int64, fullName string) error {
	return affect(ctx, t.tx, subject{noun: "user"}, t.q.SetFullName, db.SetFullNameParams{ID: id, FullName: fullName})
}

func (t userTx) LockPasswordHash(ctx context.Context, id int64, hash string) error {
	return affect(ctx, t.tx, subject{noun: "user"}, t.q.LockPasswordHash, db.LockPasswordHashParams{ID: id, PasswordHash: hash})
}

func (t userTx) Lock(ctx context.Context, id int64) error {
	return affect(ctx, t.tx, subject{noun: "user"}, t.q.LockUser, id)
}

func (t userTx) Delete(ctx context.Context, id int64) error {
	return affect(ctx, t.tx, subject{noun: "user"}, t.q.DeleteUser, id)
}
