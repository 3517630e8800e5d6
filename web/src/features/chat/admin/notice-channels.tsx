import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type ChatChannel, channelsQuery, sendTestNotice } from "@/api/admin/chat";
import { errorText } from "@/api/admin/client";
import { noticesQuery, useSaveNotices } from "@/api/admin/notices";
import { useTime } from "@/domain/admin/times";
import { QueryError } from "@/ui/admin/query-error";
import { Button } from "@/ui/button";
import { NoticeForm } from "./notice-form";

const names: Record<string, string> = {
  email: "E-mail",
  webhook: "Webhook",
  push: "Notifications",
  visitors: "Answers to visitors by e-mail",
};

/** How the staff are told of messages while the back office is closed, and whether it works. */
export function NoticeChannels() {
  const { data: channels, error, refetch } = useQuery(channelsQuery);
  const settings = useQuery(noticesQuery);
  const save = useSaveNotices();
  const failing = channels?.some(isFailing);
  const silent = channels?.every(({ receivers }) => receivers === 0);
  return (
    <details className="border-line border-t p-4">
      <summary className="min-h-11 cursor-pointer py-2 font-semibold">
        Notices
        {failing && <span className="ml-2 font-normal text-bad">do not arrive</span>}
      </summary>
      {error && <QueryError what="the notices" error={error} onRetry={refetch} />}
      {silent && (
        <p className="mb-4 text-sm text-soft">
          Nobody is told of messages while the back office is closed. Press the bell above on each
          phone or computer that should be, or set up e-mail here.
        </p>
      )}
      {settings.error && !settings.data && (
        <QueryError what="the settings" error={settings.error} onRetry={settings.refetch} />
      )}
      {settings.data && (
        // Its fields begin with what is stored, also after a save.
        <NoticeForm key={JSON.stringify(settings.data)} settings={settings.data} save={save} />
      )}
      <ul className="grid gap-4">
        {channels?.filter(isUsed).map((channel) => (
          <li key={channel.channel}>
            <Channel channel={channel} isSaving={save.isPending} />
          </li>
        ))}
      </ul>
    </details>
  );
}

interface ChannelProps {
  channel: ChatChannel;
  /** Whether the settings are being saved, so that a test would try the old ones. */
  isSaving: boolean;
}

function Channel({ channel, isSaving }: ChannelProps) {
  const client = useQueryClient();
  const time = useTime();
  const name = names[channel.channel] ?? channel.channel;
  const test = useMutation({
    mutationFn: () => sendTestNotice(channel.channel),
    onSettled: () => client.invalidateQueries({ queryKey: channelsQuery.queryKey }),
  });
  return (
    <div className="flex flex-wrap items-center gap-3">
      <div className="min-w-48 flex-1 text-sm wrap-anywhere">
        <p className="font-semibold">{name}</p>
        <p className="text-soft">
          {channel.deliveredAt
            ? `${devices(channel)}Last delivered ${time(channel.deliveredAt)}.`
            : `${devices(channel)}Nothing has been delivered yet.`}
        </p>
        <p role="status" className={test.error ? "text-bad" : "text-good"}>
          {test.isSuccess && "The test was sent. Please look whether it has arrived."}
          {test.error && errorText(test.error, test.error.message)}
        </p>
        {channel.failedAt && !test.error && (
          <p className={isFailing(channel) ? "text-bad" : "text-soft"}>
            Last failed {time(channel.failedAt)}: {channel.error}
          </p>
        )}
      </div>
      {/* Visitors get no tests. */}
      {channel.channel !== "visitors" && (
        <Button
          variant="outline"
          size="small"
          aria-label={`Send a test: ${name}`}
          // Not disabled while it is sent: it would lose the focus.
          aria-disabled={test.isPending || isSaving}
          className="aria-disabled:opacity-60"
          onClick={() => !test.isPending && !isSaving && test.mutate()}
        >
          {test.isPending ? "Sending..." : "Send a test"}
        </Button>
      )}
    </div>
  );
}

/** Whether anybody is told on the channel. */
function isUsed({ receivers }: ChatChannel): boolean {
  return receivers !== 0;
}

function devices({ receivers }: ChatChannel): string {
  if (!receivers) return "";
  return receivers === 1 ? "On 1 device. " : `On ${receivers} devices. `;
}

/** Whether the newest delivery failed. */
function isFailing(channel: ChatChannel): boolean {
  const { deliveredAt, failedAt } = channel;
  return isUsed(channel) && failedAt != null && (deliveredAt == null || failedAt > deliveredAt);
}
