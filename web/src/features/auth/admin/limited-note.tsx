/** Shown after too many wrong passwords, which passkeys and recovery codes do not count among. */
export function LimitedNote() {
  return (
    <p role="status" className="mt-5 rounded-xl bg-sunken p-4 text-compact">
      Too many wrong passwords were tried for now. A passkey or a recovery code still lets you in.
    </p>
  );
}
