/** An e-mail address that breaks before its @ where it is too long for a line, not inside a word. */
export function EmailText({ email }: { email: string }) {
  const at = email.lastIndexOf("@");
  return (
    <span>
      {email.slice(0, at)}
      <wbr />
      {email.slice(at)}
    </span>
  );
}
