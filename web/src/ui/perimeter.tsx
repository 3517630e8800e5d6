import { clsx } from "clsx";

interface PerimeterProps {
  /** Path data in 640 by 120; by default the outline of a house. */
  drawing?: string | undefined;
  className?: string;
}

/** The brand's line across the page, with a drawing on it. */
export function Perimeter({ drawing, className }: PerimeterProps) {
  return (
    <div
      className={clsx(
        "pointer-events-none overflow-hidden border-b-2 border-thread text-thread",
        className,
      )}
    >
      <div className="wrap flex h-full justify-end">
        <svg
          aria-hidden="true"
          viewBox="0 0 640 120"
          fill="none"
          stroke="currentColor"
          strokeWidth="2.25"
          strokeLinejoin="round"
          strokeLinecap="round"
          className="h-full w-auto flex-none drop-shadow-[0_0_6px_color-mix(in_srgb,var(--color-glow)_70%,transparent)]"
        >
          {drawing ? <path d={drawing} /> : houseAndOak}
        </svg>
      </div>
    </div>
  );
}

const houseAndOak = (
  <>
    <path d="M60 119c12-2 17-16 17-34-16 5-35-2-36-17-17-4-20-25-3-32C38 20 59 14 71 24 82 6 116 4 123 24c17-5 35 7 31 23 16 8 11 31-8 32-8 13-33 14-43 4 0 20 3 32 14 36" />
    <path d="M210 119V84h-14l52-38h64V26h24v20h112l52 38h-14v35M196 84h304" />
    <g fill="currentColor" fillOpacity="0.22">
      <path d="M232 94h26v16h-26zM278 94h26v16h-26zM380 94h26v16h-26zM440 94h26v16h-26zM330 92h22v27h-22z" />
    </g>
    <path d="M540 119V92M580 119V92M620 119V92M520 98h120M520 108h120" />
  </>
);
