import { fieldLabel } from "@/api/admin/field-labels";

/** A field whose value differs between two versions. */
export interface ChangedField {
  label: string;
  before: string;
  after: string;
}

/** What people neither typed nor see. */
const ignored = new Set([
  "id",
  "ids",
  "updatedAt",
  "publishedAt",
  "position",
  "image",
  "phoneE164",
]);

/** The fields that differ, in the order of the later version. */
export function changedFields(before: unknown, after: unknown): ChangedField[] {
  const old = new Map(leaves(before));
  const now = new Map(leaves(after));
  const names = new Set([...now.keys(), ...old.keys()]);
  return [...names].flatMap((name) => {
    const [from, to] = [old.get(name) ?? "", now.get(name) ?? ""];
    return from === to ? [] : [{ label: fieldLabel(name), before: from, after: to }];
  });
}

/** The values as texts, with names such as "team.0.name". A list of texts is one text. */
function leaves(value: unknown, path = ""): [string, string][] {
  if (Array.isArray(value) && value.every((entry) => typeof entry !== "object")) {
    return [[path, value.join("\n")]];
  }
  if (typeof value === "object" && value !== null) {
    return Object.entries(value).flatMap(([name, entry]) =>
      ignored.has(name) ? [] : leaves(entry, path ? `${path}.${name}` : name),
    );
  }
  if (typeof value === "boolean") return [[path, value ? "Yes" : "No"]];
  return [[path, String(value ?? "")]];
}
