import { Panel } from "@/ui/admin/panel";
import { variables } from "./variables";

const tips = [
  ["text-xl, p-4, bg-amber-100", "Utility classes work in every template"],
  ["section", "A block with room above and below"],
  ["grid grid-cols-2", "Two columns side by side"],
  ["rounded-lg", "Rounded corners"],
] as const;

/** Help on template variables and styling. */
export function TemplateVariables() {
  return (
    <Panel
      title="Template Variables"
      help="A variable is a word in braces that the page replaces with something of the service. A class is a name that gives a part of the page its look. Both are for templates only."
    >
      <div className="grid gap-x-10 gap-y-6 md:grid-cols-2">
        <Definitions entries={variables} />
        <div>
          <h3 className="mb-3 text-lg">Styling Tips</h3>
          <Definitions entries={tips} />
        </div>
      </div>
    </Panel>
  );
}

function Definitions({ entries }: { entries: readonly (readonly [string, string])[] }) {
  return (
    <dl className="grid gap-2.5">
      {entries.map(([term, meaning]) => (
        <div key={term}>
          <dt>
            <code className="rounded bg-sunken px-1.5 py-0.5 text-sm">{term}</code>
          </dt>
          <dd className="mt-0.5 text-soft">{meaning}</dd>
        </div>
      ))}
    </dl>
  );
}
