import { type FormEvent, useEffect, useRef, useState } from "react";
import { ApiError, request } from "@/api/client";

interface PasswordDialogProps {
  username: string;
  onClose: (changed: boolean) => void;
}

/** Changes the own password. For users who cannot open the back office, where others do that. */
export function PasswordDialog({ username, onClose }: PasswordDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const current = useRef<HTMLInputElement>(null);
  const next = useRef<HTMLInputElement>(null);
  const [shown, setShown] = useState(false);
  const [failure, setFailure] = useState("");
  const [busy, setBusy] = useState(false);
  useEffect(() => dialog.current?.showModal(), []);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    setFailure("");
    try {
      await request("POST", "/api/account/password", {
        body: { current: current.current?.value ?? "", next: next.current?.value ?? "" },
      });
      onClose(true);
    } catch (error) {
      setFailure(
        (error instanceof ApiError && error.serverMessage) ||
          "An error occurred. Please try again.",
      );
      setBusy(false);
    }
  };
  const type = shown ? "text" : "password";
  return (
    <dialog
      ref={dialog}
      className="staff-password"
      aria-label="Change password"
      onClose={() => onClose(false)}
    >
      <form onSubmit={submit}>
        <input type="text" autoComplete="username" value={username} readOnly hidden />
        <label>
          Current password
          <input ref={current} type={type} autoComplete="current-password" required />
        </label>
        <label>
          New password
          <input ref={next} type={type} autoComplete="new-password" required />
        </label>
        <p>At least 8 characters. A short sentence is a good one.</p>
        {failure && (
          <p role="alert" className="failure">
            {failure}
          </p>
        )}
        <div className="actions">
          <button type="button" onClick={() => setShown(!shown)}>
            {shown ? "Hide" : "Show"}
          </button>
          <button type="button" onClick={() => onClose(false)}>
            Cancel
          </button>
          <button type="submit">{busy ? "Changing..." : "Change Password"}</button>
        </div>
      </form>
    </dialog>
  );
}
