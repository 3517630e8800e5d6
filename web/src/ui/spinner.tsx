interface SpinnerProps {
  /** What is loading. */
  label: string;
  /** Whether only screen readers get the label. */
  labelHidden?: boolean;
}

/** A loading indicator in the shape of a house. */
export function Spinner({ label, labelHidden = false }: SpinnerProps) {
  return (
    <div role="status" className="flex flex-col items-center gap-4 py-12 text-soft">
      <svg viewBox="0 0 48 48" className="size-12" fill="none" aria-hidden="true">
        <path d={house} className="stroke-line" strokeWidth="3" strokeLinejoin="round" />
        <path
          d={house}
          pathLength="100"
          className="animate-[spinner-run_1.4s_linear_infinite] stroke-accent [stroke-dasharray:22_78]"
          strokeWidth="3"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </svg>
      <span className={labelHidden ? "sr-only" : undefined}>{label}</span>
    </div>
  );
}

const house = "M24 6 43 21v20a2 2 0 0 1-2 2H7a2 2 0 0 1-2-2V21Z";
