import { useState } from "react";
import { errorText, refusalOf } from "@/api/admin/client";
import { type GoogleSettings, useConnectGoogle } from "@/api/admin/google";
import type { Schema } from "@/api/client";
import { CopyButton } from "@/ui/admin/copy-button";
import { PasswordBox } from "@/ui/admin/password-field";
import { TextField } from "@/ui/admin/text-field";
import { toastError } from "@/ui/admin/toasts";
import { Button } from "@/ui/button";
import { ExternalLink } from "@/ui/external-link";

interface ConnectGoogleProps {
  settings: GoogleSettings;
  /** Whether the site was connected before. */
  again?: boolean;
}

/** Goes to Google's page that asks for the permission. The client is typed once. */
export function ConnectGoogle({ settings, again = false }: ConnectGoogleProps) {
  const connect = useConnectGoogle();
  const [typing, setTyping] = useState(!settings.fixedClient && !settings.hasSecret);
  const [clientId, setClientId] = useState(settings.clientId);
  const [clientSecret, setClientSecret] = useState("");
  const errorOf = (field: string) => refusalOf(connect.error, field);

  function submit() {
    const typed = { clientId, ...(clientSecret && { clientSecret }) };
    connect.mutate(typing ? typed : {}, {
      onSuccess: ({ data }) => location.assign((data as Schema<"GoogleConsent">).url),
      onError: (error) => toastError("Not connected", errorText(error, error.message)),
    });
  }

  return (
    <form
      aria-label="Connect Google"
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {settings.fixedClient && (
        <p className="text-sm text-soft">
          The client is set where the server is started, so it can only be changed there.
        </p>
      )}
      {typing && (
        <>
          <ClientHelp redirectUrl={settings.redirectUrl} />
          <TextField
            label="Client ID"
            hint="The name under which Google knows this site. It ends with .apps.googleusercontent.com."
            error={errorOf("clientId")}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            value={clientId}
            onChange={({ target }) => setClientId(target.value)}
          />
          <PasswordBox
            label="Client secret"
            hint={
              settings.hasSecret
                ? "A secret is stored. Leave this empty to keep it."
                : "The password that belongs to it. It is stored encrypted and never shown again."
            }
            error={errorOf("clientSecret")}
            autoComplete="new-password"
            value={clientSecret}
            onChange={({ target }) => setClientSecret(target.value)}
          />
        </>
      )}
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" disabled={connect.isPending}>
          {again ? "Connect again" : "Connect"}
        </Button>
        {!typing && !settings.fixedClient && (
          <Button variant="ghost" size="small" onClick={() => setTyping(true)}>
            Use another client ID
          </Button>
        )}
      </div>
    </form>
  );
}

/** How to get a client ID, which Google gives to whoever runs a site. */
function ClientHelp({ redirectUrl }: { redirectUrl: string }) {
  return (
    <details className="rounded-xl border border-line px-4">
      <summary className="min-h-11 cursor-pointer py-2.5 font-semibold">
        Where do I get a client ID?
      </summary>
      <ol className="grid list-decimal gap-2 pb-4 pl-5 text-sm">
        <li>
          Ask Google for{" "}
          <ExternalLink
            href="https://developers.google.com/my-business/content/prereqs"
            className="underline"
          >
            access to the Business Profile APIs
          </ExternalLink>
          . Google answers within some days.
        </li>
        <li>
          In the{" "}
          <ExternalLink href="https://console.cloud.google.com/auth/clients" className="underline">
            Google Cloud console
          </ExternalLink>{" "}
          create a client of the type “Web application”.
        </li>
        <li>
          Add this address as its authorized redirect URI:
          <code className="my-1 block rounded-lg bg-sunken p-2 wrap-anywhere">{redirectUrl}</code>
          <span className="flex flex-wrap gap-2">
            <CopyButton label="Copy address" text={redirectUrl} what="address" />
          </span>
        </li>
        <li>Copy the client ID and the client secret into the fields below.</li>
      </ol>
    </details>
  );
}
