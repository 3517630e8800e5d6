import type { Person } from "@/api/admin/people";

export const roleNames: Record<Person["role"], string> = { admin: "Administrator", staff: "Staff" };

/** What each role can do, in one line. */
export const roleMeanings: Record<Person["role"], string> = {
  admin: "Answers visitors and edits everything on the site.",
  staff: "Can sign in and change the own password, but cannot answer visitors or edit anything.",
};
