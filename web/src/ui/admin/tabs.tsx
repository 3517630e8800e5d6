import { Tabs as Radix } from "radix-ui";
import type { ReactNode } from "react";

interface TabsProps<Value extends string> {
  /** The accessible name of the tab list. */
  label: string;
  value: Value;
  onChange: (value: Value) => void;
  tabs: { value: Value; label: string; icon?: ReactNode; panel: ReactNode }[];
  variant?: "bar" | "pills";
}

const lists = {
  bar: "grid grid-cols-3 gap-x-1 border-line border-b md:flex md:flex-wrap",
  // On a phone in pairs; the last of an odd number takes its whole row.
  pills:
    "inline-flex max-w-full flex-wrap gap-1 rounded-xl bg-sunken p-1 max-sm:grid max-sm:grid-cols-2 max-sm:*:last:odd:col-span-2",
};

const triggers = {
  bar: "-mb-px flex min-h-11 flex-col items-center justify-center gap-1 border-transparent border-b-3 px-1 py-2 font-semibold text-sm text-soft leading-tight hover:text-ink data-[state=active]:border-primary data-[state=active]:text-primary md:flex-row md:gap-2 md:px-4 md:py-3 md:text-base",
  pills:
    "min-h-11 rounded-lg px-4 font-semibold text-sm text-soft hover:text-ink data-[state=active]:bg-surface data-[state=active]:text-ink data-[state=active]:shadow-sm",
};

/** Tabs with panels. Arrow keys move the focus, Enter or Space opens a tab. */
export function Tabs<Value extends string>({
  label,
  value,
  onChange,
  tabs,
  variant = "pills",
}: TabsProps<Value>) {
  return (
    <Radix.Root
      value={value}
      onValueChange={(next) => onChange(next as Value)}
      // Opening a panel can load data or ask about unsaved changes, so moving the focus must not
      // open it.
      activationMode="manual"
    >
      <Radix.List aria-label={label} className={lists[variant]}>
        {tabs.map((tab) => (
          <Radix.Trigger key={tab.value} value={tab.value} className={triggers[variant]}>
            {tab.icon}
            {tab.label}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {tabs.map((tab) => (
        <Radix.Content key={tab.value} value={tab.value} className="pt-6">
          {tab.panel}
        </Radix.Content>
      ))}
    </Radix.Root>
  );
}
