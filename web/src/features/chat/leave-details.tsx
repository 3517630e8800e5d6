import { useState } from "react";
import type { ChatContact } from "@/api/chat";
import { ContactDetails } from "./contact-details";

interface LeaveDetailsProps {
  /** Whether the visitor waits for an answer, so that the form should appear by itself. */
  asks: boolean;
  /** Whether the company is closed and nobody is there. */
  away: boolean;
  /** What the visitor has left so far. */
  contact: ChatContact;
  /** Resolves to an error message, or to undefined after success. */
  onLeave: (name: string, contact: string) => Promise<string | undefined>;
}

/** Lets a visitor who has begun a conversation say how to reach them, and asks those who wait. */
export function LeaveDetails({ asks, away, contact, onLeave }: LeaveDetailsProps) {
  const [pressed, setPressed] = useState(false);
  const [left, setLeft] = useState(false);
  const known = Boolean(contact.contact);
  if (pressed || (asks && !known)) {
    return (
      <ContactDetails
        question={question(asks && !known, away)}
        {...(known && contact)}
        takesFocus={pressed}
        onLeave={async (name, details) => {
          const failure = await onLeave(name, details);
          if (!failure) {
            setPressed(false);
            setLeft(true);
          }
          return failure;
        }}
      />
    );
  }
  return (
    <>
      {known && (asks || left) && (
        <p className="text-soft">
          Thank you, {contact.name}. We will reach you at {contact.contact}.
        </p>
      )}
      <button
        type="button"
        className="min-h-9 self-center text-sm text-soft underline"
        // biome-ignore lint/a11y/noAutofocus: the form, which is gone, had the focus
        autoFocus={left}
        onClick={() => setPressed(true)}
      >
        {known ? "Change my details" : "Leave my details"}
      </button>
    </>
  );
}

function question(asks: boolean, away: boolean): string {
  if (!asks) return "How can we reach you?";
  return away
    ? "Where should we send our answer to your message?"
    : "Sorry for the wait. If you have to go, where should we send our answer?";
}
