import { useMutation, useQueryClient } from "@tanstack/react-query";
import { adminChatKeys, type StaffMember, updateConversation } from "@/api/admin/chat";
import { errorText } from "@/api/admin/client";
import { Select } from "@/ui/admin/select";
import { toastError } from "@/ui/admin/toasts";
import { staffName, useChatPeople } from "./use-chat-people";

interface AssigneeSelectProps {
  id: string;
  assignee: StaffMember;
}

/** Who answers the conversation. It is there only if several people can. */
export function AssigneeSelect({ id, assignee }: AssigneeSelectProps) {
  const client = useQueryClient();
  const people = useChatPeople();
  const assign = useMutation({
    mutationFn: (person: number) => updateConversation(id, { assignee: person }),
    onSuccess: () => client.invalidateQueries({ queryKey: adminChatKeys.all }),
    onError: (error) => toastError("Update failed", errorText(error, error.message)),
  });
  if (people.length < 2) return null;
  const hasLeft = assignee.id > 0 && !people.some((one) => one.id === assignee.id);
  return (
    <Select
      aria-label="Assigned to"
      className="min-w-40"
      value={assign.isPending ? assign.variables : assignee.id}
      onChange={({ target }) => assign.mutate(Number(target.value))}
    >
      <option value={0}>Not assigned</option>
      {hasLeft && <option value={assignee.id}>{staffName(assignee, people)}</option>}
      {people.map((one) => (
        <option key={one.id} value={one.id}>
          {one.name}
        </option>
      ))}
    </Select>
  );
}
