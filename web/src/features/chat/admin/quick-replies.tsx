import { useQuery } from "@tanstack/react-query";
import { adminHoursQuery } from "@/api/admin/hours";
import { formatDays, formatHours, groupDays, weekOf } from "@/domain/hours";
import { Select } from "@/ui/admin/select";

interface QuickRepliesProps {
  replies: string[];
  /** The visitor's name; empty if it is not known. */
  name: string;
  onChoose: (text: string) => void;
}

/** Offers the quick replies, with the visitor's name and the hours filled in. */
export function QuickReplies({ replies, name, onChoose }: QuickRepliesProps) {
  const usesHours = replies.some((reply) => reply.includes("{hours}"));
  const saved = useQuery({ ...adminHoursQuery, enabled: usesHours }).data ?? [];
  const hours = groupDays(weekOf(saved))
    .map((range) => `${formatDays(range)} ${formatHours(range.hours)}`)
    .join(", ");
  return (
    <Select
      aria-label="Quick reply"
      className="flex-1"
      value=""
      onChange={({ target }) => onChoose(fillReply(target.value, name, hours))}
    >
      <option value="">Quick reply…</option>
      {replies.map((reply) => (
        <option key={reply}>{reply}</option>
      ))}
    </Select>
  );
}

/** Fills in the variables. Without a name, what leads up to it goes too: "Hi, {name}!" is "Hi!". */
export function fillReply(reply: string, name: string, hours: string): string {
  return reply
    .replace(/(,?\s*)\{name\}|\{hours\}/g, (match, before: string | undefined) => {
      if (match === "{hours}") return hours;
      return name && `${before}${name}`;
    })
    .trim();
}

/** Appends a quick reply to what was typed. */
export function appendReply(text: string, reply: string): string {
  const typed = text.trimEnd();
  return typed ? `${typed} ${reply}` : reply;
}
