import { cva, type VariantProps } from "class-variance-authority";
import type { ComponentProps } from "react";

/** The classes of a button, for buttons and for links that look like one. */
export const buttonClass = cva(
  "inline-flex min-h-11 items-center justify-center gap-2.5 rounded-xl font-display font-bold tracking-[-0.01em] no-underline max-md:text-center transition-[background-color,color,box-shadow,translate] duration-150 ease-settle active:translate-y-px disabled:pointer-events-none disabled:opacity-60 forced-colors:border-2 [&_svg]:shrink-0",
  {
    variants: {
      variant: {
        accent:
          "bg-accent-fill text-white shadow-[0_1px_0_rgb(0_0_0/0.15)] hover:bg-accent-fill-hover",
        primary: "bg-primary-fill text-white hover:bg-primary-fill-hover",
        outline: "border-2 border-edge text-ink hover:border-ink hover:bg-ink/5",
        glow: "bg-glow text-on-glow hover:bg-glow-hover",
        cream: "bg-cream text-on-glow hover:bg-white",
        ghost: "text-primary hover:bg-primary/10",
        destructive: "bg-bad text-surface hover:bg-bad/90",
      },
      size: {
        dock: "min-h-12 gap-2 px-2 text-compact md:px-5",
        small: "px-4 py-2 text-compact",
        medium: "px-5 py-2.5 text-base",
        large: "min-h-13 px-6 py-3 text-[1.0625rem]",
      },
      fullWidth: { true: "w-full", false: "" },
      /** Lets the text wrap on wide screens too. */
      wrap: { true: "", false: "md:whitespace-nowrap" },
    },
    defaultVariants: { variant: "accent", size: "medium", fullWidth: false, wrap: false },
  },
);

type ButtonProps = ComponentProps<"button"> & VariantProps<typeof buttonClass>;

export function Button({
  variant,
  size,
  fullWidth,
  wrap,
  className,
  type = "button",
  ...props
}: ButtonProps) {
  return (
    <button
      type={type}
      className={buttonClass({ variant, size, fullWidth, wrap, className })}
      {...props}
    />
  );
}
