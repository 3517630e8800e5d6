import { useId, useLayoutEffect, useRef, useState } from "react";
import { mergeTexts } from "@/lib/admin/merge-text";
import { Button } from "@/ui/button";
import { textOf } from "../copies/copy-merge";
import type { ConflictField } from "./conflict-fields";
import { StackedDiff } from "./word-diff";

interface ConflictViewProps {
  fields: ConflictField[];
  /** The field to choose for before it goes on. */
  undecided: string | undefined;
  /** Called with each choice, the ones that are made for the person included. */
  onChoose: (name: string, value: unknown) => void;
  /** Returns to the form with what was chosen. */
  onContinue: () => void;
}

/** Both versions of each field that somebody else has changed, to choose from. */
export function ConflictView({ fields, undecided, onChoose, onContinue }: ConflictViewProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => heading.current?.focus(), []);
  return (
    <section className="grid min-w-0 gap-5">
      <div>
        <h3 ref={heading} tabIndex={-1} className="text-lg outline-none">
          Somebody else saved this first
        </h3>
        <p className="mt-1 text-soft">
          Nothing is lost: choose what to keep, then save. Fields that only you have changed stay as
          you typed them.
        </p>
      </div>
      {fields.map((field) => (
        <FieldChoice
          key={field.name}
          field={field}
          missing={field.name === undecided}
          onChoose={(value) => onChoose(field.name, value)}
        />
      ))}
      <div>
        <Button variant="outline" size="small" onClick={onContinue}>
          Continue Editing
        </Button>
      </div>
    </section>
  );
}

interface Choice {
  label: string;
  value: unknown;
}

/** The versions that can be chosen, and which of them is chosen to start with, if one is. */
function choicesFor({ base, mine, theirs }: ConflictField): { choices: Choice[]; start?: Choice } {
  const keep = { label: "Keep mine", value: mine };
  const take = { label: "Take theirs", value: theirs };
  if (JSON.stringify(mine) === JSON.stringify(base)) return { choices: [keep, take], start: take };
  if (typeof base === "string" && typeof mine === "string" && typeof theirs === "string") {
    const merged = mergeTexts(base, mine, theirs);
    if (merged !== undefined) {
      const combine = { label: "Combine both", value: merged };
      return { choices: [combine, keep, take], start: combine };
    }
  }
  return { choices: [keep, take] };
}

interface FieldChoiceProps {
  field: ConflictField;
  missing: boolean;
  onChoose: (value: unknown) => void;
}

function FieldChoice({ field, missing, onChoose }: FieldChoiceProps) {
  const id = useId();
  const group = useRef<HTMLFieldSetElement>(null);
  const [{ choices, start }] = useState(() => choicesFor(field));
  const [chosen, setChosen] = useState(start?.label);
  const report = useRef(onChoose);
  report.current = onChoose;
  useLayoutEffect(() => {
    if (start) report.current(start.value);
  }, [start]);
  useLayoutEffect(() => {
    if (missing) group.current?.querySelector("input")?.focus();
  }, [missing]);
  return (
    <fieldset
      ref={group}
      aria-describedby={missing ? `${id}-error` : undefined}
      className="grid min-w-0 gap-3 rounded-xl border border-line p-3 sm:p-4"
    >
      <legend className="px-1 font-semibold">{field.label}</legend>
      {/* Above the choices, so that it is in sight when the first one gets the focus. */}
      {missing && (
        <p id={`${id}-error`} role="alert" className="font-semibold text-bad text-sm">
          Both of you changed this. Choose one version.
        </p>
      )}
      <div className="grid min-w-0 gap-3 sm:grid-cols-[repeat(auto-fit,minmax(14rem,1fr))]">
        {choices.map(({ label, value }, index) => (
          <div
            key={label}
            className={`min-w-0 rounded-lg border-2 p-3 ${chosen === label ? "border-primary" : "border-line"}`}
          >
            <label className="flex min-h-11 items-center gap-2.5 font-semibold">
              <input
                type="radio"
                name={id}
                className="size-5 accent-primary"
                aria-describedby={`${id}-${index}`}
                checked={chosen === label}
                onChange={() => {
                  setChosen(label);
                  onChoose(value);
                }}
              />
              {label}
            </label>
            <div
              id={`${id}-${index}`}
              // biome-ignore lint/a11y/noNoninteractiveTabindex: a long text scrolls by keyboard too
              tabIndex={0}
              className="mt-1 max-h-64 overflow-y-auto text-sm"
            >
              <StackedDiff before={textOf(field.base)} after={textOf(value)} />
            </div>
          </div>
        ))}
      </div>
    </fieldset>
  );
}
