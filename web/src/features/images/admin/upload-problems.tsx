import { useEffect, useEffectEvent, useState } from "react";
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

/** Shrinks an image that is too large, and adds it. */
function TooLarge({ text, file, onAdd }: TooLargeProps) {
  const [result, setResult] = useState<string>();
  const shrink = useEffectEvent(async () => {
    try {
      const smaller = await shrinkImage(file, maxBytes);
      if (!onAdd(smaller)) setResult(text);
      else setResult(`${file.name} was shrunk to ${formatBytes(smaller.size)} and added.`);
    } catch {
      setResult(
        `${text} It could not be shrunk in this browser. Please save it as a smaller JPEG.`,
      );
    }
  });
  useEffect(() => {
    void shrink();
  }, []);
  return <p className="text-ink">{result ?? `Shrinking ${file.name}...`}</p>;
}
