package server

import (
	"context"
	"errors"
	"slices"
	"strings"

	"perimeter/internal/auth"
	"perimeter/internal/brand"
	"perimeter/internal/company"
	"perimeter/internal/errs"
	"perimeter/internal/media"
	"perimeter/internal/record"
	"perimeter/internal/site"
)

// companyData is the record as the back office edits it.
type companyData struct {
	company.Record
	FromFile   bool                `json:"fromFile" doc:"Whether a site file is in charge, so that nothing can be saved"`
	TextFields []company.TextField `json:"textFields" doc:"The texts of fixed pages with their defaults"`
}

func (a *api) companyData(record company.Record) companyData {
	if record.Texts == nil {
		record.Texts = map[string]string{}
	}
	return companyData{Record: record, FromFile: a.company.FromFile(), TextFields: record.TextFields()}
}

func (a *api) getCompany(ctx context.Context, _ *noInput) (*output[companyData], error) {
	current, err := a.company.Current(ctx)
	if err != nil {
		return nil, err
	}
	return respond(a.companyData(current), nil)
}

type companyInput struct{ Body company.Edit }

func (a *api) saveCompany(ctx context.Context, in *companyInput) (*output[companyData], error) {
	change := changeBy(ctx)
	change.BasedOn = in.Body.BasedOn
	before, err := a.company.Current(ctx)
	if err != nil {
		return nil, err
	}
	saved, err := a.company.Save(ctx, change, in.Body)
	if err != nil {
		return nil, a.withCompanyData(err)
	}
	current := saved.Record
	a.logChange(ctx, "Company updated", "name", current.Name)
	return respondChecked(record.Saved[companyData]{Record: a.companyData(current), Versions: saved.Versions},
		strings.Join(append([]string{"Company updated"}, company.Dropped(before.Identity, current.Identity)...), ". "),
		a.site.ClaimsIn(current.Wording()...))
}

// withCompanyData makes the record that a conflict carries what getCompany returns.
func (a *api) withCompanyData(err error) error {
	if e := (*errs.Error)(nil); errors.As(err, &e) {
		if record, ok := e.Stored.(company.Record); ok {
			e.Stored = a.companyData(record)
		}
	}
	return err
}

// paletteData is what the back office needs to choose colors.
type paletteData struct {
	brand.Palette
	Presets []brand.Preset `json:"presets"`
}

func (a *api) derivePalette(_ context.Context, in *struct{ Body brand.Colors }) (*output[paletteData], error) {
	palette, err := company.PaletteOf(in.Body)
	return respond(paletteData{palette, brand.Presets()}, err)
}

type pageTextsInput struct {
	Page string `path:"page" doc:"The kind of the page, such as home"`
}

func (a *api) getPageTexts(ctx context.Context, in *pageTextsInput) (*output[map[string]string], error) {
	record, err := a.company.Current(ctx)
	if err != nil {
		return nil, err
	}
	texts := record.PageTexts(in.Page)
	if texts == nil {
		return nil, errs.Errorf(errs.NotFound, "There are no texts of such a page.")
	}
	return respond(texts, nil)
}

func (a *api) getChecklist(ctx context.Context, _ *noInput) (*output[company.Checklist], error) {
	record, err := a.company.Current(ctx)
	if err != nil {
		return nil, err
	}
	setup, err := a.setup(ctx, record)
	if err != nil {
		return nil, err
	}
	return respond(record.Checklist(setup), nil)
}

// setup collects how far the owner has come.
func (a *api) setup(ctx context.Context, record company.Record) (s company.Setup, err error) {
	hours, err := a.site.BusinessHours(ctx)
	if err != nil {
		return s, err
	}
	images, err := a.library.List(ctx, media.ListOptions{PerPage: 1})
	if err != nil {
		return s, err
	}
	users, err := a.accounts.Users(ctx)
	if err != nil {
		return s, err
	}
	reviews, err := a.reviews.Status(ctx)
	if err != nil {
		return s, err
	}
	own, err := a.accounts.Overview(ctx, requestInfoOf(ctx).user)
	if err != nil {
		return s, err
	}
	if s.Dismissed, err = a.company.ChecklistDismissed(ctx); err != nil {
		return s, err
	}
	s.OwnPassword = !own.SetupDue
	s.HoursSaved, s.Photos, s.Reviews = len(hours) > 0, images.Total, reviews.Configured
	for _, user := range users {
		if user.Role == auth.RoleAdmin {
			s.Administrators++
		}
	}
	former, err := a.site.FormerTexts(ctx)
	if err != nil {
		return s, err
	}
	s.FormerTexts = len(former.Texts)
	s.SampleTexts = slices.ContainsFunc(former.Texts, func(t site.FormerText) bool { return record.NamesSample(t.Before) })
	s.ChatNotices, err = a.chat.Notifies(ctx)
	s.ChatNotices = s.ChatNotices || record.Chat.Provider != company.ChatOwn
	return s, err
}

func (a *api) getFormerTexts(ctx context.Context, _ *noInput) (*output[site.FormerTexts], error) {
	return respond(a.site.FormerTexts(ctx))
}

type replaceFormerInput struct {
	Body struct {
		Seen string `json:"seen" doc:"The seen of the list that the person has looked at"`
	} `nameHint:"FormerTextsReplacement"`
}

func (a *api) replaceFormerTexts(ctx context.Context, in *replaceFormerInput) (*output[site.FormerTexts], error) {
	versions, err := a.site.ReplaceFormer(ctx, changeBy(ctx), in.Body.Seen)
	if err != nil {
		return nil, err
	}
	a.logChange(ctx, "Former facts replaced", "records", len(versions))
	left, err := a.site.FormerTexts(ctx)
	if err != nil {
		return nil, err
	}
	return respondSaved(record.Saved[site.FormerTexts]{Record: left, Versions: versions}, "Texts updated")
}

func (a *api) dismissChecklist(ctx context.Context, _ *noInput) (*messageOutput, error) {
	if err := a.company.DismissChecklist(ctx); err != nil {
		return nil, err
	}
	a.logChange(ctx, "Checklist dismissed")
	return respondMessage("The list of first steps is not shown any more")
}
