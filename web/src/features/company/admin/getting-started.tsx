import { useQuery } from "@tanstack/react-query";
import { ChevronDown, CircleCheck, CircleDashed, X } from "lucide-react";
import { useLayoutEffect, useRef, useState } from "react";
import { Link } from "wouter";
import { errorText } from "@/api/admin/client";
import { type Checklist, checklistQuery, useDismissChecklist } from "@/api/admin/company";
import { IconButton } from "@/ui/admin/icon-button";
import { toastError } from "@/ui/admin/toasts";

type Key = Checklist["items"][number]["key"];

/** What each step is called, and the place that completes it. */
const steps: Record<Key, { label: string; href: string }> = {
  identity: {
    label: "Your name and phone number",
    href: "/admin?panel=company&section=business",
  },
  texts: {
    label: "No former name, town or number in your texts",
    href: "/admin?panel=company&section=former",
  },
  account: { label: "A password or passkey of your own", href: "/admin?panel=account" },
  logo: { label: "Your logo", href: "/admin?panel=company&section=brand" },
  owners: { label: "The owners and their photos", href: "/admin?panel=company&section=people" },
  hours: { label: "Your business hours", href: "/admin?tab=hours" },
  photo: { label: "A first photo of your own", href: "/admin?tab=images" },
  administrator: { label: "A second administrator", href: "/admin?panel=people" },
  reviews: { label: "Reviews from Google", href: "/admin?panel=company&section=google" },
  notices: { label: "Notices of new messages", href: "/admin?panel=messages" },
};

interface GettingStartedProps {
  /** How often somebody has asked for the list, which opens it, also after it was dismissed. */
  asked?: number;
}

/** The first steps that make the site the owner's, until they are done or dismissed. */
export function GettingStarted({ asked = 0 }: GettingStartedProps) {
  const { data: list } = useQuery(checklistQuery);
  const dismiss = useDismissChecklist();
  const details = useRef<HTMLDetailsElement>(null);
  // What was asked for before it was dismissed.
  const [dismissed, setDismissed] = useState(0);
  const wanted = asked > dismissed;
  useLayoutEffect(() => {
    if (asked === 0 || !details.current) return;
    details.current.open = true;
    details.current.querySelector("summary")?.focus();
  }, [asked]);
  if (!list || !(list.show || wanted)) return null;
  const done = list.items.filter((item) => item.done).length;
  return (
    <section
      aria-labelledby="getting-started"
      className="mb-4 flex items-start gap-1 rounded-2xl border-2 border-glow bg-surface py-0.5 pr-1 pl-4"
    >
      {/* One line until it is opened: the tabs below are what people come for. */}
      <details ref={details} className="group min-w-0 flex-1">
        <summary className="flex min-h-11 list-none flex-wrap items-center gap-x-3 py-1 [&::-webkit-details-marker]:hidden">
          <h2 id="getting-started" className="text-base">
            {titleOf(list, done)}
          </h2>
          <span className="flex items-center gap-2 text-sm text-soft">
            <progress max={list.items.length} value={done} aria-hidden />
            {done} of {list.items.length} steps done
            <ChevronDown aria-hidden className="size-5 group-open:rotate-180" />
          </span>
        </summary>
        <ul className="grid gap-x-6 pb-2 sm:grid-cols-2">
          {list.items.map((item) => (
            <Step key={item.key} step={item.key} done={item.done} />
          ))}
        </ul>
      </details>
      <IconButton
        label="Dismiss the first steps"
        icon={<X aria-hidden />}
        disabled={dismiss.isPending}
        onClick={() => {
          setDismissed(asked);
          if (!list.show) return;
          dismiss.mutate(undefined, {
            onError: (error) => toastError("Update failed", errorText(error, error.message)),
          });
        }}
      />
    </section>
  );
}

function titleOf(list: Checklist, done: number): string {
  if (list.sample) return "Your site still shows a sample company";
  return done < list.items.length ? "Finish setting up your site" : "Your site is set up";
}

function Step({ step, done }: { step: Key; done: boolean }) {
  const { label, href } = steps[step];
  return (
    <li className="flex items-center gap-2.5">
      {done ? (
        <CircleCheck aria-hidden className="size-5 flex-none text-good" />
      ) : (
        <CircleDashed aria-hidden className="size-5 flex-none text-soft" />
      )}
      {done ? (
        <span className="flex min-h-11 items-center py-2 text-soft">
          {label} <span className="sr-only">, done</span>
        </span>
      ) : (
        <Link
          href={href}
          className="inline-flex min-h-11 items-center py-2 text-primary underline underline-offset-4 decoration-primary/40"
        >
          {label}
        </Link>
      )}
    </li>
  );
}
