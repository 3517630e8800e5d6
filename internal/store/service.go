package store

import (
	"context"

	"perimeter/internal/record"
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

func (t tx) Services() record.Table[site.Service] {
	noun := subject{noun: "service"}
	return table[site.Service]{
		tx: t, subject: noun, name: "services",
		id:     func(v *site.Service) *int64 { return &v.ID },
		list:   t.reader.Services,
		get:    t.reader.Service,
		insert: t.storeService, update: t.storeService,
		remove: removalFrom(t, noun, t.q.DeleteService),
		place: func(ctx context.Context, id, position int64) (int64, error) {
			return t.q.SetServicePosition(ctx, db.SetServicePositionParams{ID: id, Position: position})
		},
		scopes: func(site.Service) []scope.Scope { return []scope.Scope{scope.Services} },
		uses:   t.usesOf(useService),
		texts:  func(v site.Service) []string { return []string{v.ImageURL, v.FullDescription, v.Template} },
	}
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
