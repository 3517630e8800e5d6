/** A mail service whose server is known, and where its owner makes an app password. */
export interface MailService {
  name: string;
  host: string;
  port: number;
  /** What to do there. */
  advice: string;
  url: string;
}

export const mailServices: MailService[] = [
  {
    name: "Gmail",
    host: "smtp.gmail.com",
    port: 587,
    advice: "Gmail needs an app password: Google Account, Security, App passwords.",
    url: "https://myaccount.google.com/apppasswords",
  },
  {
    name: "Microsoft 365",
    host: "smtp.office365.com",
    port: 587,
    advice: "Microsoft 365 needs an app password: My Account, Security info, Add sign-in method.",
    url: "https://mysignins.microsoft.com/security-info",
  },
  {
    name: "iCloud",
    host: "smtp.mail.me.com",
    port: 587,
    advice: "iCloud needs an app-specific password: Apple Account, Sign-In and Security.",
    url: "https://account.apple.com/account/manage",
  },
  {
    name: "Yahoo",
    host: "smtp.mail.yahoo.com",
    port: 465,
    advice: "Yahoo needs an app password: Account Security, Generate app password.",
    url: "https://login.yahoo.com/account/security",
  },
];

/** The service of a mail server, if it is a known one. */
export function serviceOf(host: string): MailService | undefined {
  return mailServices.find((service) => service.host === host.trim().toLowerCase());
}
