import { type FormEvent, useEffect, useRef, useState } from "react";
import { Button } from "@/ui/button";
import { Field } from "@/ui/field";

interface ContactFormProps {
  /** Why the visitor is asked. */
  reason: string;
  /** Resolves to an error message, or to undefined after success. */
  onLeave: (name: string, contact: string) => Promise<string | undefined>;
}

/** Asks a waiting visitor for contact details. */
export function ContactForm({ reason, onLeave }: ContactFormProps) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    form.current?.scrollIntoView?.({ block: "nearest" });
  }, []);
  const [failure, setFailure] = useState<string>();
  const [busy, setBusy] = useState(false);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const values = new FormData(event.currentTarget);
    setBusy(true);
    setFailure(await onLeave(String(values.get("name")), String(values.get("contact"))));
    setBusy(false);
  };
  return (
    <form
      ref={form}
      aria-label="How to reach you"
      className="grid gap-3 rounded-2xl border border-line bg-paper p-4"
      onSubmit={submit}
    >
      <p>{reason}</p>
      <Field label="Name" name="name" autoComplete="name" maxLength={100} required />
      <Field label="Phone or e-mail" name="contact" maxLength={200} required error={failure} />
      <Button type="submit" variant="primary" size="small" disabled={busy}>
        Leave my details
      </Button>
    </form>
  );
}
