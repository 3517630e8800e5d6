import type { Reach } from "@/api/admin/chat";

interface ContactLinksProps {
  /** As the visitor has typed it. */
  contact: string;
  /** As a mail program or a phone uses it. */
  reach: Reach | undefined;
  /** The message to begin with. */
  text: string;
}

const linkClass = "inline-flex min-h-9 items-center font-semibold underline";

/** How to reach the visitor outside the chat. */
export function ContactLinks({ contact, reach, text }: ContactLinksProps) {
  if (!contact) return <p>No phone or e-mail yet</p>;
  const body = encodeURIComponent(text);
  if (reach?.phone) {
    // Messages cannot be sent to an extension. "?&" works on iPhones and Android.
    const [number] = reach.phone.split(";");
    return (
      <p className="flex flex-wrap items-center gap-x-4">
        <a href={`tel:${reach.phone}`} className={linkClass}>
          Call {contact}
        </a>
        <a href={`sms:${number}?&body=${body}`} className={linkClass}>
          Send as text
        </a>
      </p>
    );
  }
  if (reach?.email) {
    return (
      <p>
        <a
          href={`mailto:${encodeURIComponent(reach.email).replace("%40", "@")}?body=${body}`}
          className={linkClass}
        >
          {contact}
        </a>
      </p>
    );
  }
  return <p>{contact}</p>;
}
