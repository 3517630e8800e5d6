import type { Version } from "@/api/admin/history";

const kinds: Record<Version["kind"], string> = {
  content: "content",
  service: "service",
  post: "blog post",
  "social-link": "social link",
  hours: "hours",
  "special-day": "special day",
  image: "image",
  company: "company",
};

const actions: Record<Version["action"], string> = {
  create: "added",
  update: "changed",
  delete: "deleted",
  reorder: "reordered",
  restore: "restored",
  start: "had",
};

/** What a record of the kind is called, such as "blog post". */
export function kindName(kind: Version["kind"]): string {
  return kinds[kind] ?? kind;
}

/** The record's fields by name. */
export function fieldsOf(version: Version): Record<string, unknown> {
  return Object(version.fields);
}

/** Who did it. */
export function personOf({ user, action }: Version): string {
  if (user) return user;
  return action === "start" ? "Before the history began, the site" : "The server";
}

/** What was done, such as "changed the blog post “Termites”". */
export function describeVersion(version: Version): string {
  const { kind, action, recordId } = version;
  const verb = actions[action] ?? action;
  if (recordId === "order") return `${verb} the ${kindName(kind)}s`;
  if (kind === "company") return `${verb} the company`;
  return `${verb} the ${kindName(kind)} “${nameOf(version)}”`;
}

/** The name of the record as people know it. */
export function nameOf({ fields, recordId }: Version): string {
  const { title, name, key, platform, label, date, day } = Object(fields);
  if (day) return day.charAt(0).toUpperCase() + day.slice(1);
  return [title, name, key, platform, label, date].find(Boolean) ?? recordId;
}
