import { CloudOff } from "lucide-react";
import { useSyncExternalStore } from "react";

function subscribe(onChange: () => void): () => void {
  addEventListener("online", onChange);
  addEventListener("offline", onChange);
  return () => {
    removeEventListener("online", onChange);
    removeEventListener("offline", onChange);
  };
}

/** Whether the browser knows that it has no connection. */
function useOffline(): boolean {
  return useSyncExternalStore(subscribe, () => !navigator.onLine);
}

/** Says above the dashboard that there is no connection. */
export function OfflineNote() {
  const offline = useOffline();
  return (
    <div role="status">
      {offline && (
        <p className="flex items-center justify-center gap-2 bg-ink px-4 py-2 text-center text-paper text-sm">
          <CloudOff aria-hidden className="size-4 flex-none" />
          You are offline. What you see may be out of date, and nothing can be saved.
        </p>
      )}
    </div>
  );
}
