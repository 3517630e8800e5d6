import type { ReactNode } from "react";

const variants = {
  success: "border-good text-good",
  destructive: "border-bad text-bad",
  neutral: "border-edge text-soft",
  primary: "border-primary text-primary",
};

interface BadgeProps {
  variant?: keyof typeof variants;
  /** Lets the text wrap. */
  wrap?: boolean;
  children: ReactNode;
}

/** A short status label. */
export function Badge({ variant = "neutral", wrap, children }: BadgeProps) {
  return (
    <span
      className={`inline-flex items-center rounded-full border px-2.5 py-0.5 font-semibold text-xs ${wrap ? "max-w-full wrap-anywhere" : "whitespace-nowrap"} ${variants[variant]}`}
    >
      {children}
    </span>
  );
}
