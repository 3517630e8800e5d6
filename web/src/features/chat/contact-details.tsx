import { type FormEvent, useEffect, useRef, useState } from "react";
import { Button } from "@/ui/button";
import { Field } from "@/ui/field";

interface ContactDetailsProps {
  question: string;
  /** What the visitor has left before. */
  name?: string;
  contact?: string;
  /** Whether the visitor asked for the form just now. */
  takesFocus: boolean;
  /** Resolves to an error message, or to undefined after success. */
  onLeave: (name: string, contact: string) => Promise<string | undefined>;
}

/**
 * A question inside the conversation: where the answer goes if the visitor leaves before it comes.
 * It looks like a message of ours, because the site has no contact form.
 */
export function ContactDetails(props: ContactDetailsProps) {
  const { question, name, contact, takesFocus, onLeave } = props;
  const form = useRef<HTMLFormElement>(null);
  const [failure, setFailure] = useState<string>();
  useEffect(() => {
    const part = failure ? form.current?.querySelector("[type=submit]") : form.current;
    part?.scrollIntoView?.({ block: "nearest" });
  }, [failure]);
  const [busy, setBusy] = useState(false);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const values = new FormData(event.currentTarget);
    setBusy(true);
    const problem = await onLeave(String(values.get("name")), String(values.get("contact")));
    setFailure(problem);
    setBusy(false);
    if (problem) form.current?.querySelector<HTMLInputElement>("[name=contact]")?.focus();
  };
  return (
    <form
      ref={form}
      aria-label="Where to send our answer"
      className="grid max-w-[85%] scroll-mb-4 gap-3 self-start rounded-2xl rounded-bl-md border border-line bg-sunken p-4"
      onSubmit={submit}
    >
      <p>{question}</p>
      <Field
        label="Name"
        name="name"
        autoComplete="name"
        maxLength={100}
        required
        // The button that was pressed is gone, and the focus with it.
        autoFocus={takesFocus}
        defaultValue={name}
      />
      <Field
        label="Phone or e-mail"
        name="contact"
        maxLength={200}
        required
        error={failure}
        defaultValue={contact}
      />
      <Button type="submit" variant="primary" size="small" disabled={busy}>
        Add to this chat
      </Button>
    </form>
  );
}
