import { useState } from "react";
import { errorText, refusalOf } from "@/api/admin/client";
import type { NoticeSettings, useSaveNotices } from "@/api/admin/notices";
import { FormField } from "@/ui/admin/form-field";
import { PasswordBox } from "@/ui/admin/password-field";
import { Select } from "@/ui/admin/select";
import { TextField } from "@/ui/admin/text-field";
import { toast, toastError } from "@/ui/admin/toasts";
import { Button } from "@/ui/button";
import { ExternalLink } from "@/ui/external-link";
import { mailServices, serviceOf } from "./mail-services";

const other = "other";
const fixedNote = "This is set where the server is started, so it can only be changed there.";

interface NoticeFormProps {
  settings: NoticeSettings;
  save: ReturnType<typeof useSaveNotices>;
}

/** Where notices go. What is typed into a password field leaves the browser only with a save. */
export function NoticeForm({ settings, save }: NoticeFormProps) {
  const [addresses, setAddresses] = useState(settings.addresses.join(", "));
  const [service, setService] = useState(initialService(settings));
  const [host, setHost] = useState(settings.host);
  const [port, setPort] = useState(settings.port ? String(settings.port) : "587");
  const [username, setUsername] = useState(settings.username);
  const [password, setPassword] = useState("");
  const [webhook, setWebhook] = useState("");
  const [keepsWebhook, setKeepsWebhook] = useState(settings.webhookHost !== "");
  const known = serviceOf(host);
  const errorOf = (field: string) => refusalOf(save.error, field);

  function chooseService(next: string) {
    setService(next);
    const chosen = mailServices.find(({ name }) => name === next);
    setHost(chosen?.host ?? "");
    setPort(String(chosen?.port ?? 587));
  }

  function submit() {
    save.mutate(
      {
        addresses: addresses.split(/[\s,;]+/).filter(Boolean),
        host: service === "" ? "" : host,
        port: Number(port) || 0,
        username: service === "" ? "" : username,
        ...(password && { password }),
        ...(!keepsWebhook && { webhookUrl: webhook }),
      },
      {
        onSuccess: () => {
          setPassword("");
          toast({ title: "Notices saved", description: "Send a test to see that they arrive." });
        },
        onError: (error) => toastError("Not saved", errorText(error, error.message)),
      },
    );
  }

  return (
    <form
      aria-label="Where notices go"
      className="mb-6 grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {settings.unreadable && (
        <p role="alert" className="text-bad">
          The stored password cannot be read, because this server has another key. Please type the
          password again.
        </p>
      )}
      <TextField
        label="E-mail addresses"
        optional
        hint={
          settings.fixedAddresses
            ? fixedNote
            : "Who is told when somebody writes. Separate several with commas."
        }
        error={errorOf("addresses")}
        inputMode="email"
        autoComplete="off"
        autoCapitalize="none"
        readOnly={settings.fixedAddresses}
        value={addresses}
        onChange={({ target }) => setAddresses(target.value)}
      />
      {settings.fixedMailServer ? (
        <p className="text-sm text-soft">
          <strong>Mail server.</strong> {fixedNote}
        </p>
      ) : (
        <>
          <FormField label="Mail service" hint="The account that the e-mails are sent from.">
            {(control) => (
              <Select
                {...control}
                value={service}
                onChange={({ target }) => chooseService(target.value)}
              >
                <option value="">None</option>
                {mailServices.map(({ name }) => (
                  <option key={name} value={name}>
                    {name}
                  </option>
                ))}
                <option value={other}>Another mail server</option>
              </Select>
            )}
          </FormField>
          {service !== "" && (
            <>
              <div className="grid gap-4 sm:grid-cols-[1fr_8rem]">
                <TextField
                  label="Mail server"
                  hint="Its name and port stand in your mail provider's help, often under SMTP."
                  error={errorOf("host")}
                  autoCapitalize="none"
                  spellCheck={false}
                  value={host}
                  onChange={({ target }) => setHost(target.value)}
                />
                <TextField
                  label="Port"
                  error={errorOf("port")}
                  inputMode="numeric"
                  value={port}
                  onChange={({ target }) => setPort(target.value)}
                />
              </div>
              <TextField
                label="Username"
                hint="Most often your e-mail address."
                error={errorOf("username")}
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
                value={username}
                onChange={({ target }) => setUsername(target.value)}
              />
              <PasswordBox
                label="Password of the mail account"
                hint={
                  <>
                    {settings.hasPassword && "A password is stored. Leave this empty to keep it. "}
                    {known && (
                      <>
                        {known.advice}{" "}
                        <ExternalLink href={known.url} className="underline">
                          Make one at {known.name}
                        </ExternalLink>
                      </>
                    )}
                  </>
                }
                error={errorOf("password")}
                autoComplete="new-password"
                value={password}
                onChange={({ target }) => setPassword(target.value)}
              />
            </>
          )}
        </>
      )}
      <WebhookField
        fixed={settings.fixedWebhook}
        keptHost={keepsWebhook ? settings.webhookHost : ""}
        value={webhook}
        error={errorOf("webhookUrl")}
        onChange={setWebhook}
        onReplace={() => setKeepsWebhook(false)}
      />
      <Button type="submit" className="justify-self-start" disabled={save.isPending}>
        {save.isPending ? "Saving..." : "Save Notices"}
      </Button>
    </form>
  );
}

interface WebhookFieldProps {
  fixed: boolean;
  /** The host of the stored webhook while it is kept. */
  keptHost: string;
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
  onReplace: () => void;
}

/** The webhook is a secret, so only its host is shown. */
function WebhookField({ fixed, keptHost, value, error, onChange, onReplace }: WebhookFieldProps) {
  if (fixed || keptHost) {
    return (
      <p className="flex flex-wrap items-center gap-x-3 text-sm text-soft">
        <span>
          <strong>Webhook.</strong> {fixed ? fixedNote : `Notices go to ${keptHost}.`}
        </span>
        {!fixed && (
          <Button variant="ghost" size="small" onClick={onReplace}>
            Change or Remove
          </Button>
        )}
      </p>
    );
  }
  return (
    <TextField
      label="Webhook"
      optional
      hint="An address of another program, such as Zapier, that gets each notice too."
      error={error}
      inputMode="url"
      autoComplete="off"
      autoCapitalize="none"
      placeholder="https://"
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}

function initialService({ host }: NoticeSettings): string {
  if (host === "") return "";
  return serviceOf(host)?.name ?? other;
}
