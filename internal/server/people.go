package server

import (
	"context"
	"fmt"
	"strings"

	"perimeter/internal/audit"
	"perimeter/internal/auth"
)

// peopleList is what the sheet People shows.
type peopleList struct {
	People      []auth.Person     `json:"people"`
	Invitations []auth.Invitation `json:"invitations" doc:"Those that nobody has accepted, also expired ones"`
	SendsMail   bool              `json:"sendsMail" doc:"Whether links are sent by e-mail"`

	SecondFactorRequired bool `json:"secondFactorRequired" doc:"Whether administrators need a second factor"`
}

func (a *api) listPeople(ctx context.Context, _ *noInput) (*output[peopleList], error) {
	people, err := a.accounts.People(ctx)
	if err != nil {
		return nil, err
	}
	invitations, err := a.accounts.Invitations(ctx)
	if err != nil {
		return nil, err
	}
	required, err := a.accounts.SecondFactorRequired(ctx)
	return respond(peopleList{
		People: people, Invitations: invitations, SendsMail: a.accounts.SendsMail(ctx), SecondFactorRequired: required,
	}, err)
}

type personInput struct {
	ID   int64 `path:"id"`
	Body auth.PersonEdit
}

func (a *api) changePerson(ctx context.Context, in *personInput) (*messageOutput, error) {
	before, after, err := a.accounts.ChangePerson(ctx, in.ID, in.Body)
	if err != nil {
		return nil, err
	}
	a.logChange(ctx, "person changed", "person", after.Username)
	a.record(ctx, audit.PersonChanged, after.Username, changes(before, after))
	return respondMessage("Person updated")
}

// changes says what an edit has changed, without what was typed.
func changes(before, after auth.User) string {
	var parts []string
	if before.FullName != after.FullName {
		parts = append(parts, "name")
	}
	if before.Email != after.Email {
		parts = append(parts, "e-mail")
	}
	if before.Role != after.Role {
		parts = append(parts, fmt.Sprintf("role from %s to %s", before.Role, after.Role))
	}
	return strings.Join(parts, ", ")
}

type disableInput struct {
	ID   int64 `path:"id"`
	Body struct {
		Disabled bool `json:"disabled"`
	} `nameHint:"PersonAccess"`
}

func (a *api) setPersonDisabled(ctx context.Context, in *disableInput) (*messageOutput, error) {
	user, err := a.accounts.SetDisabled(ctx, in.ID, in.Body.Disabled)
	if err != nil {
		return nil, err
	}
	kind, message := audit.PersonEnabled, "Person enabled"
	if in.Body.Disabled {
		kind, message = audit.PersonDisabled, "Person disabled"
	}
	a.logChange(ctx, strings.ToLower(message), "person", user.Username)
	a.record(ctx, kind, user.Username, "")
	return respondMessage(message)
}

type personRefInput struct {
	ID int64 `path:"id"`
}

func (a *api) endPersonSessions(ctx context.Context, in *personRefInput) (*messageOutput, error) {
	user, err := a.accounts.EndSessions(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	a.logChange(ctx, "sessions ended", "person", user.Username)
	a.record(ctx, audit.SessionsEnded, user.Username, "")
	return respondMessage("Sessions ended")
}

func (a *api) resetSecondFactor(ctx context.Context, in *personRefInput) (*messageOutput, error) {
	user, err := a.accounts.ResetSecondFactor(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	a.logChange(ctx, "second factor reset", "person", user.Username)
	a.record(ctx, audit.CredentialRemoved, user.Username, "second factor reset")
	return respondMessage("Second factor reset")
}

func (a *api) issuePasswordReset(ctx context.Context, in *personRefInput) (*output[auth.Link], error) {
	user, link, err := a.accounts.IssuePasswordReset(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	a.logChange(ctx, "link to a new password made", "person", user.Username)
	a.record(ctx, audit.ResetIssued, user.Username, "")
	return respond(link, nil)
}

// issuedInvitation is an invitation that was just made, and its link.
type issuedInvitation struct {
	Invitation auth.Invitation `json:"invitation"`
	Link       auth.Link       `json:"link"`
}

func (a *api) invitePerson(ctx context.Context, in *struct{ Body auth.NewInvitation }) (*output[issuedInvitation], error) {
	invitation, link, err := a.accounts.Invite(ctx, in.Body, requestInfoOf(ctx).user)
	if err != nil {
		return nil, err
	}
	a.logChange(ctx, "person invited", "invitation", invitation.ID)
	a.record(ctx, audit.PersonInvited, invitee(invitation), string(invitation.Role))
	return respond(issuedInvitation{Invitation: invitation, Link: link}, nil)
}

func (a *api) removeInvitation(ctx context.Context, in *personRefInput) (*messageOutput, error) {
	invitation, err := a.accounts.RemoveInvitation(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	a.logChange(ctx, "invitation removed", "invitation", invitation.ID)
	a.record(ctx, audit.InvitationRemoved, invitee(invitation), "")
	return respondMessage("Invitation removed")
}

// invitee names whom an invitation is for.
func invitee(i auth.Invitation) string {
	for _, name := range []string{i.Username, i.FullName, i.Email} {
		if name != "" {
			return name
		}
	}
	return fmt.Sprintf("invitation %d", i.ID)
}
