interface SegmentedProps<Value extends string> {
  /** What is chosen, for screen readers. */
  label: string;
  value: Value;
  onChange: (value: Value) => void;
  options: { value: Value; label: string }[];
}

/** Chooses one of few ways to see or edit something. */
export function Segmented<Value extends string>({
  label,
  value,
  onChange,
  options,
}: SegmentedProps<Value>) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form controls
    <div
      role="group"
      aria-label={label}
      className="mb-2 inline-flex gap-1 rounded-xl bg-sunken p-1"
    >
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={value === option.value}
          className="min-h-9 rounded-lg px-3 font-semibold text-sm text-soft hover:text-ink aria-pressed:bg-surface aria-pressed:text-ink aria-pressed:shadow-sm max-sm:min-h-11"
          onClick={() => onChange(option.value)}
        >
          {option.label}
        </button>
      ))}
    </div>
  );
}
