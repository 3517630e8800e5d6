package server

import (
	"context"
	"log/slog"
	"strconv"
	"strings"

	"perimeter/internal/errs"
	"perimeter/internal/workingcopy"
)

type workingCopiesInput struct {
	Kind string `query:"kind" doc:"The kind of record, such as post"`
}

func (a *api) listWorkingCopies(ctx context.Context, in *workingCopiesInput) (*output[[]workingcopy.Info], error) {
	copies, err := a.copies.List(ctx, requestInfoOf(ctx).user.ID, workingcopy.Kind(in.Kind))
	if err == nil && in.Kind == "post" {
		err = a.markDeletedPosts(ctx, copies)
	}
	return respond(copies, err)
}

// markDeletedPosts marks the copies of posts that do not exist any more. They are
// offered as new posts, in the same list.
func (a *api) markDeletedPosts(ctx context.Context, copies []workingcopy.Info) error {
	for i := range copies {
		record, _, _ := strings.Cut(copies[i].RecordID, "~")
		id, err := strconv.ParseInt(record, 10, 64)
		if err != nil {
			continue // a new post
		}
		_, err = a.site.PostByID(ctx, id)
		copies[i].Deleted = errs.KindOf(err) == errs.NotFound
		if err != nil && !copies[i].Deleted {
			return err
		}
	}
	return nil
}

// workingCopyRef names a working copy. It is always the user's own.
type workingCopyRef struct {
	Kind string `path:"kind"`
	ID   string `path:"id" doc:"The ID of the record; new if it does not exist yet"`
}

func (a *api) getWorkingCopy(ctx context.Context, in *workingCopyRef) (*output[workingcopy.Copy], error) {
	return respond(a.copies.Get(ctx, requestInfoOf(ctx).user.ID, workingcopy.Kind(in.Kind), in.ID))
}

type workingCopyInput struct {
	Kind string `path:"kind"`
	ID   string `path:"id" doc:"The ID of the record; new if it does not exist yet"`
	Body workingcopy.Contents
}

func (a *api) putWorkingCopy(ctx context.Context, in *workingCopyInput) (*output[workingcopy.Info], error) {
	kept, err := a.copies.Put(ctx, requestInfoOf(ctx).user.ID, workingcopy.Kind(in.Kind), in.ID, in.Body)
	// At a low level: this happens at every pause in typing, and changes nothing
	// that anybody else can see.
	if err == nil {
		a.log(ctx, slog.LevelDebug, "working copy kept", "kind", in.Kind, "id", in.ID)
	}
	return respond(kept, err)
}

func (a *api) deleteWorkingCopy(ctx context.Context, in *workingCopyRef) (*messageOutput, error) {
	if err := a.copies.Delete(ctx, requestInfoOf(ctx).user.ID, workingcopy.Kind(in.Kind), in.ID); err != nil {
		return nil, err
	}
	a.log(ctx, slog.LevelDebug, "working copy deleted", "kind", in.Kind, "id", in.ID)
	return respondMessage("Working copy deleted")
}
