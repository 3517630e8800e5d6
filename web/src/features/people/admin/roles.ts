import type { Person } from "@/api/admin/people";

export const roleNames: Record<Person["role"], string> = { admin: "Administrator", staff: "Staff" };
