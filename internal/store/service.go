package store

import (
	"context"

	"perimeter/internal/history"
	"perimeter/internal/scope"
	"perimeter/internal/site"
	"perimeter/internal/store/db"
)

func service(row db.Service) site.Service {
	return site.Service{
		ID:               row.ID,
		Name:             row.Name,
		Slug:             row.Slug,
		ShortDescription: row.ShortDescription,
		FullDescription:  row.FullDescription,
		ImageURL:         row.ImageURL,
		Features:         row.Features,
		Template:         row.Template,
		FeaturedOnHome:   row.FeaturedOnHome,
		Hidden:           row.Hidden,
		UpdatedAt:        instant(row.UpdatedAt),
	}
}

func (r reader) Services(ctx context.Context) ([]site.Service, error) {
	scope.Read(ctx, scope.Services)
	return all(ctx, r, r.q.ListServices, service)
}

func (r reader) Service(ctx context.Context, id int64) (site.Service, error) {
	scope.Read(ctx, scope.Services)
	return one(ctx, r, subject{noun: "service"}, r.q.GetService, id, service)
}

func (r reader) ServiceBySlug(ctx context.Context, slug string) (site.Service, error) {
	scope.Read(ctx, scope.Services)
	return one(ctx, r, subject{noun: "service"}, r.q.GetServiceBySlug, slug, service)
}

func (t tx) PutService(ctx context.Context, v site.Service) (site.Service, error) {
	t.touch(scope.Services)
	stored, err := t.storeService(ctx, v)
	if err != nil {
		return stored, err
	}
	if err := t.useFormerID(ctx, history.Service, "services", v.ID, &stored.ID); err != nil {
		return stored, err
	}
	if err := t.keepPut(history.Service, v.ID, stored.ID, stored); err != nil {
		return stored, err
	}
	return stored, t.putServiceUses(ctx, stored)
}

func (t tx) storeService(ctx context.Context, v site.Service) (site.Service, error) {
	s := subject{noun: "service", field: "slug", value: v.Slug}
	if v.ID == 0 {
		return one(ctx, t.reader, s, t.q.InsertService, db.InsertServiceParams{
			Name:             v.Name,
			Slug:             v.Slug,
			ShortDescription: v.ShortDescription,
			FullDescription:  v.FullDescription,
			ImageURL:         v.ImageURL,
			Features:         v.Features,
			Template:         v.Template,
			FeaturedOnHome:   v.FeaturedOnHome,
			Hidden:           v.Hidden,
			UpdatedAt:        micros(v.UpdatedAt),
		}, service)
	}
	return one(ctx, t.reader, s, t.q.UpdateService, db.UpdateServiceParams{
		ID:               v.ID,
		Name:             v.Name,
		Slug:             v.Slug,
		ShortDescription: v.ShortDescription,
		FullDescription:  v.FullDescription,
		ImageURL:         v.ImageURL,
		Features:         v.Features,
		Template:         v.Template,
		FeaturedOnHome:   v.FeaturedOnHome,
		Hidden:           v.Hidden,
		UpdatedAt:        micros(v.UpdatedAt),
	}, service)
}

func (t tx) OrderServices(ctx context.Context, ids []int64) error {
	t.touch(scope.Services)
	before, err := t.Services(ctx)
	if err != nil {
		return err
	}
	ordered := convertAll(before, serviceID)
	if err := t.keepOrder(ctx, history.Service, ordered, ids); err != nil {
		return err
	}
	return t.order(ctx, subject{noun: "service"}, ids, func(ctx context.Context, id, position int64) (int64, error) {
		return t.q.SetServicePosition(ctx, db.SetServicePositionParams{ID: id, Position: position})
	})
}

func (t tx) PlaceService(ctx context.Context, id, position int64) error {
	t.touch(scope.Services)
	return affect(ctx, t, subject{noun: "service"}, t.q.SetServicePosition, db.SetServicePositionParams{ID: id, Position: position})
}

// deletedService is the fields of a version of a deletion.
type deletedService struct {
	site.Service
	Position int64 `json:"position"`
}

func (t tx) DeleteService(ctx context.Context, id int64) error {
	deleted, err := one(ctx, t.reader, subject{noun: "service"}, t.q.GetService, id, func(row db.Service) deletedService {
		return deletedService{service(row), row.Position}
	})
	if err != nil {
		return err
	}
	if err := affect(ctx, t, subject{noun: "service"}, t.q.DeleteService, id); err != nil {
		return err
	}
	t.touch(scope.Services)
	if err := t.keep(history.Service, recordID(id), history.Delete, deleted); err != nil {
		return err
	}
	return t.putImageUses(ctx, useService, id)
}
