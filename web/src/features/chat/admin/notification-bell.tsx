import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Bell, BellOff } from "lucide-react";
import { type ReactNode, useState } from "react";
import { channelsQuery } from "@/api/admin/chat";
import { errorText } from "@/api/admin/client";
import { IconButton } from "@/ui/admin/icon-button";
import { toastError } from "@/ui/admin/toasts";
import { alerts } from "./alerts";
import { type PushState, pushStateQuery, turnPushOff, turnPushOn } from "./push";

/** Whether this browser gets notices, and how to change that. */
export function useNotifications() {
  const client = useQueryClient();
  const { data: state = "off", isPending } = useQuery(pushStateQuery);
  const change = useMutation({
    mutationFn: (on: boolean) => (on ? turnPushOn() : turnPushOff()),
    onSuccess: (next, on) => {
      alerts.setEnabled(on);
      client.setQueryData(pushStateQuery.queryKey, next);
      void client.invalidateQueries({ queryKey: channelsQuery.queryKey });
    },
    onError: (error, on) =>
      toastError(
        on ? "Notifications could not be turned on" : "Notifications could not be turned off",
        errorText(error, "The browser could not reach its push service. Please try again."),
      ),
  });
  return {
    state,
    isPending: isPending || change.isPending,
    /** Set once the bell was pressed and could not turn them on. */
    refused: change.isSuccess && change.variables && state !== "on" ? state : undefined,
    turn: (on: boolean) => change.mutate(on),
  };
}

type Notifications = ReturnType<typeof useNotifications>;

const labels: Record<PushState, string> = {
  on: "Turn notifications off",
  off: "Turn notifications on",
  blocked: "Notifications are blocked",
  unsupported: "Notifications are not supported here",
  install: "Notifications need the app",
};

/** Shows whether notifications are on; asks for permission when it is pressed. */
export function NotificationBell({ state, isPending, turn }: Notifications) {
  return (
    <IconButton
      label={labels[state]}
      icon={state === "on" ? <Bell aria-hidden /> : <BellOff aria-hidden />}
      // Not disabled while the browser asks: it would lose the focus.
      aria-disabled={isPending}
      className="aria-disabled:opacity-60"
      onClick={() => !isPending && turn(state !== "on")}
    />
  );
}

/** Says what to do if pressing the bell could not turn notifications on. */
export function NotificationHelp({ refused }: Notifications) {
  const help = refused && helpFor[refused];
  return (
    <div role="status">
      {help && (
        <div className="border-line border-b bg-sunken p-4 text-sm">
          {help}
          <SoundSwitch />
        </div>
      )}
    </div>
  );
}

function SoundSwitch() {
  const [on, setOn] = useState(alerts.isEnabled);
  return (
    <button
      type="button"
      className="mt-1 min-h-11 cursor-pointer font-semibold text-primary underline"
      onClick={() => {
        alerts.setEnabled(!on);
        setOn(!on);
      }}
    >
      {on ? "Turn the sound off" : "Turn the sound on"}
    </button>
  );
}

const helpFor: Partial<Record<PushState, ReactNode>> = {
  off: (
    <p>
      The browser was not allowed to show notifications, so they stay off. Press the bell to be
      asked again.
    </p>
  ),
  blocked: (
    <p>
      This browser blocks notifications from this site. Allow them in the site settings, beside the
      address bar, and press the bell again.
    </p>
  ),
  unsupported: (
    <p>
      This browser cannot receive notifications. While this page is open, a sound announces new
      messages.
    </p>
  ),
  install: (
    <>
      <p>On an iPhone or iPad, notifications need the app:</p>
      <ol className="mt-1 list-decimal pl-5">
        <li>
          In Safari, tap <strong>Share</strong>, then <strong>Add to Home Screen</strong>.
        </li>
        <li>Open the app from the Home Screen and sign in.</li>
        <li>Open Messages and press the bell.</li>
      </ol>
    </>
  ),
};
