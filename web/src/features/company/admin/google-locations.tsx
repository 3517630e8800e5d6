import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { errorText } from "@/api/admin/client";
import {
  type GoogleSettings,
  googleLocationsQuery,
  useChooseGoogleLocation,
} from "@/api/admin/google";
import { QueryError } from "@/ui/admin/query-error";
import { toast, toastError } from "@/ui/admin/toasts";
import { Button } from "@/ui/button";
import { Spinner } from "@/ui/spinner";
import { ConnectGoogle } from "./google-connect";

/** Chooses the location whose reviews are shown. */
export function GoogleLocations({ settings }: { settings: GoogleSettings }) {
  const [asked, setAsked] = useState(false);
  if (settings.location !== "" && !asked) {
    return (
      <Button
        variant="outline"
        size="small"
        className="justify-self-start"
        onClick={() => setAsked(true)}
      >
        Choose another location
      </Button>
    );
  }
  return <LocationForm settings={settings} onChosen={() => setAsked(false)} />;
}

interface LocationFormProps {
  settings: GoogleSettings;
  onChosen: () => void;
}

function LocationForm({ settings, onChosen }: LocationFormProps) {
  const name = useId();
  const { data: locations, error, refetch } = useQuery(googleLocationsQuery);
  const choose = useChooseGoogleLocation();
  const [chosen, setChosen] = useState(settings.location);
  if (!locations) {
    return error ? (
      <QueryError what="your locations" error={error} onRetry={() => void refetch()} />
    ) : (
      <Spinner label="Asking Google for your locations..." />
    );
  }
  if (locations.length === 0) {
    return (
      <div role="alert" className="grid gap-3 rounded-lg border border-accent p-3">
        <p>
          This Google account manages no business profile. Connect again with the account that does,
          or ask its owner to make you a manager.
        </p>
        <ConnectGoogle settings={settings} again />
      </div>
    );
  }
  return (
    <form
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        choose.mutate(chosen, {
          onSuccess: () => {
            toast({ title: "Location chosen", description: "The home page shows its reviews." });
            onChosen();
          },
          onError: (failure) => toastError("Not chosen", errorText(failure, failure.message)),
        });
      }}
    >
      <fieldset className="grid gap-2">
        <legend className="mb-2 font-semibold">Whose reviews are shown?</legend>
        {locations.map((location) => (
          <label
            key={location.name}
            className="flex min-h-11 items-center gap-3 rounded-lg border-2 border-line p-3 has-checked:border-primary"
          >
            <input
              type="radio"
              name={name}
              required
              className="size-5 flex-none accent-primary"
              checked={chosen === location.name}
              onChange={() => setChosen(location.name)}
            />
            <span className="min-w-0 wrap-anywhere">
              <span className="block font-semibold">{location.title}</span>
              <span className="block text-sm text-soft">{location.address}</span>
            </span>
          </label>
        ))}
      </fieldset>
      <Button type="submit" className="justify-self-start" disabled={choose.isPending}>
        {choose.isPending ? "Fetching the reviews..." : "Show these reviews"}
      </Button>
    </form>
  );
}
