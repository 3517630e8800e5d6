package audit

// Kind says what happened.
type Kind string

// The kinds of events. Each is stored under its name for as long as the log is
// kept, so a name is never used for something else.
const (
	SignedIn     Kind = "signed_in"
	SignInFailed Kind = "sign_in_failed"
	SignedOut    Kind = "signed_out"
	// Refused is a call of the back office by somebody who may not make it.
	Refused Kind = "refused"

	PersonAdded        Kind = "person_added"
	PersonChanged      Kind = "person_changed"
	PersonDisabled     Kind = "person_disabled"
	PersonEnabled      Kind = "person_enabled"
	PersonRemoved      Kind = "person_removed"
	PersonInvited      Kind = "person_invited"
	InvitationRemoved  Kind = "invitation_removed"
	InvitationAccepted Kind = "invitation_accepted"

	SessionsEnded     Kind = "sessions_ended"
	PasswordChanged   Kind = "password_changed"
	ResetRequested    Kind = "reset_requested"
	ResetIssued       Kind = "reset_issued"
	CredentialAdded   Kind = "credential_added"
	CredentialRemoved Kind = "credential_removed"

	// RuleChanged is a change to what everybody who signs in needs.
	RuleChanged Kind = "rule_changed"
	// ConnectionChanged is a change to what the site is connected to.
	ConnectionChanged Kind = "connection_changed"

	Exported Kind = "exported"
	Restored Kind = "restored"
)

// Kinds are all kinds.
var Kinds = []Kind{
	SignedIn, SignInFailed, SignedOut, Refused,
	PersonAdded, PersonChanged, PersonDisabled, PersonEnabled, PersonRemoved, PersonInvited, InvitationRemoved, InvitationAccepted,
	SessionsEnded, PasswordChanged, ResetRequested, ResetIssued, CredentialAdded, CredentialRemoved,
	RuleChanged, ConnectionChanged, Exported, Restored,
}

// anybody reports whether events of the kind can be caused without signing in, as
// often as one likes.
func (k Kind) anybody() bool {
	return k == SignInFailed || k == Refused || k == ResetRequested
}
