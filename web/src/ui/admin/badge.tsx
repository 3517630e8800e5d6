import type { ReactNode } from "react";

const tones = {
  good: "border-good text-good",
  bad: "border-bad text-bad",
  quiet: "border-edge text-soft",
  primary: "border-primary text-primary",
};

interface BadgeProps {
  tone?: keyof typeof tones;
  children: ReactNode;
}

/** A word or two about the state of something. */
export function Badge({ tone = "quiet", children }: BadgeProps) {
  return (
    <span
      className={`inline-flex items-center whitespace-nowrap rounded-full border px-2.5 py-0.5 font-semibold text-xs ${tones[tone]}`}
    >
      {children}
    </span>
  );
}
