import { useState } from "react";
import { Button } from "../button";

interface CopyButtonProps {
  label: string;
  /** What is copied. */
  text: string;
  /** What the text is called if it has to be selected by hand. */
  what: string;
}

/** Copies a text, and says whether it did. */
export function CopyButton({ label, text, what }: CopyButtonProps) {
  const [copied, setCopied] = useState<boolean>();
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  return (
    <>
      <Button variant="outline" size="small" onClick={() => void copy()}>
        {label}
      </Button>
      <span role="status" className="self-center text-sm text-soft">
        {copied && "Copied"}
        {copied === false && `Not copied. Please select the ${what} above.`}
      </span>
    </>
  );
}
