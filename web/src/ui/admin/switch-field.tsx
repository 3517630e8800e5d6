import { useId } from "react";
import { Switch } from "./switch";

interface SwitchFieldProps {
  label: string;
  /** The current state as a word. */
  state?: string;
  checked: boolean;
  onCheckedChange: (checked: boolean) => void;
}

/** A switch with its label. */
export function SwitchField({ label, state, checked, onCheckedChange }: SwitchFieldProps) {
  const id = useId();
  return (
    <div className="flex min-h-11 flex-wrap items-center gap-x-4 gap-y-1">
      <label htmlFor={id} className="font-semibold">
        {label}
      </label>
      <Switch
        id={id}
        checked={checked}
        onCheckedChange={onCheckedChange}
        aria-describedby={state && `${id}-state`}
      />
      {state && (
        <span id={`${id}-state`} className="text-soft">
          {state}
        </span>
      )}
    </div>
  );
}
