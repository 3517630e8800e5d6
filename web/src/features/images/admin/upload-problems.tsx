import { useEffect, useRef, useState } from "react";
import { Button } from "@/ui/button";
import { formatBytes } from "./format-bytes";
import { maxBytes, type UploadProblem } from "./image-uppy";
import { canShrink, shrinkImage } from "./shrink-image";

interface UploadProblemsProps {
  problems: UploadProblem[];
  /** Adds an image; returns whether there was room for it. */
  onAdd: (file: File) => boolean;
}

/** What was not added or not uploaded, and why. It stays until the next attempt. */
export function UploadProblems({ problems, onAdd }: UploadProblemsProps) {
  return (
    <div role="alert">
      <ul className="grid gap-2 break-words pt-3 text-bad empty:pt-0">
        {problems.map((problem) => (
          <li key={problem.text}>
            {problem.tooLarge && canShrink(problem.tooLarge) ? (
              <TooLarge text={problem.text} file={problem.tooLarge} onAdd={onAdd} />
            ) : (
              problem.text
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

interface TooLargeProps {
  text: string;
  file: File;
  onAdd: (file: File) => boolean;
}

function TooLarge({ text, file, onAdd }: TooLargeProps) {
  const [busy, setBusy] = useState(false);
  const [result, setResult] = useState<string>();
  const status = useRef<HTMLParagraphElement>(null);
  // The button that had the focus is gone.
  useEffect(() => {
    if (result) status.current?.focus();
  }, [result]);

  const shrink = async () => {
    setBusy(true);
    try {
      const smaller = await shrinkImage(file, maxBytes);
      if (onAdd(smaller)) {
        setResult(`${file.name} was shrunk to ${formatBytes(smaller.size)} and added.`);
      } else {
        setBusy(false);
      }
    } catch {
      setResult(
        `${file.name} could not be shrunk in this browser. Please save it as a smaller JPEG.`,
      );
    }
  };
  if (result) {
    return (
      <p ref={status} tabIndex={-1} className="text-ink outline-none">
        {result}
      </p>
    );
  }
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <p className="min-w-0">{text}</p>
      <Button variant="outline" size="small" disabled={busy} onClick={shrink}>
        {busy ? "Shrinking..." : "Shrink and add"}
      </Button>
    </div>
  );
}
