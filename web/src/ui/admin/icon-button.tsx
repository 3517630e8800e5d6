import type { ComponentProps, ReactNode } from "react";
import { cn } from "./class-names";
import { Tooltip } from "./tooltip";

interface IconButtonProps extends Omit<ComponentProps<"button">, "aria-label" | "children"> {
  /** The accessible name and the tooltip. */
  label: string;
  icon: ReactNode;
}

/** A button with an icon only. */
export function IconButton({ label, icon, className, ...props }: IconButtonProps) {
  return (
    <Tooltip text={label}>
      <button
        type="button"
        aria-label={label}
        className={cn("icon-button [&_svg]:size-5", className)}
        {...props}
      >
        {icon}
      </button>
    </Tooltip>
  );
}
