import { useQuery } from "@tanstack/react-query";
import { chatPeopleQuery, type StaffMember } from "@/api/admin/chat";

const nobody: StaffMember[] = [];

/** Everybody who can answer visitors; empty until it is known. */
export function useChatPeople(): StaffMember[] {
  return useQuery(chatPeopleQuery).data ?? nobody;
}

/** The current name of somebody on the staff, or the stored one of somebody who has left. */
export function staffName({ id, name }: StaffMember, people: StaffMember[]): string {
  return people.find((one) => one.id === id)?.name ?? (name || "Somebody");
}
