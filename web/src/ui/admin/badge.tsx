import type { ReactNode } from "react";

const variants = {
  success: "border-good text-good",
  destructive: "border-bad text-bad",
  neutral: "border-edge text-soft",
  primary: "border-primary text-primary",
};

interface BadgeProps {
  variant?: keyof typeof variants;
  children: ReactNode;
}

/** A short status label. */
export function Badge({ variant = "neutral", children }: BadgeProps) {
  return (
    <span
      className={`inline-flex items-center whitespace-nowrap rounded-full border px-2.5 py-0.5 font-semibold text-xs ${variants[variant]}`}
    >
      {children}
    </span>
  );
}
