import { CircleHelp } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import { IconButton } from "./icon-button";

interface Help {
  /** For the header. */
  button: ReactNode;
  /** For the place below the header; nothing while it is closed. */
  text: ReactNode;
}

/** A *?* button that shows two or three sentences about what is below it. */
export function useHelp(sentences: string | undefined): Help {
  const id = useId();
  const [open, setOpen] = useState(false);
  if (sentences === undefined) return { button: null, text: null };
  return {
    button: (
      <IconButton
        label="What is this?"
        icon={<CircleHelp aria-hidden />}
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
      />
    ),
    text: open && (
      <p id={id} className="border-line border-b bg-sunken px-4 py-3 text-sm">
        {sentences}
      </p>
    ),
  };
}
