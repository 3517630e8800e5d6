import { useQuery } from "@tanstack/react-query";
import { adminContentQuery, type ContentEdit } from "@/api/admin/content";
import type { Version } from "@/api/admin/history";
import { adminSpecialDaysQuery } from "@/api/admin/hours";
import type { SpecialDay } from "@/api/hours";
import type { Post } from "@/api/posts";
import type { Service } from "@/api/services";
import type { SocialLink } from "@/api/social-links";
import { momentIn } from "@/domain/open-now";
import { usePage } from "@/domain/page-data";
import { ContentDialog } from "@/features/content/admin/content-dialog";
import { SpecialDayDialog } from "@/features/hours/admin/special-day-dialog";
import { PostDialog } from "@/features/posts/admin/post-dialog";
import { ServiceEditor } from "@/features/services/admin/service-editor";
import { SocialLinkDialog } from "@/features/social/admin/social-link-dialog";

interface UseAsNewProps {
  /** The last version of a deleted record. */
  version: Version;
  onClose: () => void;
}

/** The form of a new record, filled in with the fields of a deleted one. */
export function UseAsNew({ version: { kind, fields }, onClose }: UseAsNewProps) {
  switch (kind) {
    case "post":
      return <PostDialog id={undefined} prefill={fields as Post} onClose={onClose} />;
    case "service":
      return <ServiceEditor service={undefined} prefill={fields as Service} onClose={onClose} />;
    case "social-link":
      return <SocialLinkDialog link={undefined} prefill={fields as SocialLink} onClose={onClose} />;
    case "special-day":
      return <NewSpecialDay day={fields as SpecialDay} onClose={onClose} />;
    case "content":
      return <NewContent item={fields as ContentEdit} onClose={onClose} />;
    default:
      return null;
  }
}

function NewSpecialDay({ day, onClose }: { day: SpecialDay; onClose: () => void }) {
  const { identity } = usePage();
  const { data: days = [] } = useQuery(adminSpecialDaysQuery);
  return (
    <SpecialDayDialog
      day={undefined}
      prefill={day}
      today={momentIn(identity.timeZone, new Date()).date}
      takenDates={days.map(({ date }) => date)}
      onClose={onClose}
    />
  );
}

function NewContent({ item, onClose }: { item: ContentEdit; onClose: () => void }) {
  const { data: items = [] } = useQuery(adminContentQuery);
  const { key, section, type, value } = item;
  return (
    <ContentDialog
      title="Add New Content"
      item={undefined}
      start={{ key, section, type, value }}
      takenKeys={items.map((other) => other.key)}
      onClose={onClose}
    />
  );
}
