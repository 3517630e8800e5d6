import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { ContactLinks } from "./contact-links";

test.each([
  [
    "254 555 0142 ext. 7",
    { phone: "+12545550142;ext=7", email: "" },
    { "Call 254 555 0142 ext. 7": "tel:+12545550142;ext=7" },
    "sms:+12545550142?&body=We%20come%20at%209%20%26%20call.",
  ],
  [
    "ann@example.com",
    { phone: "", email: "ann@example.com" },
    { "ann@example.com": "mailto:ann@example.com?body=We%20come%20at%209%20%26%20call." },
    undefined,
  ],
  // Otherwise a visitor could name a second recipient.
  [
    "a?bcc=b@example.com",
    { phone: "", email: "a?bcc=b@example.com" },
    {
      "a?bcc=b@example.com": "mailto:a%3Fbcc%3Db@example.com?body=We%20come%20at%209%20%26%20call.",
    },
    undefined,
  ],
])("%s is shown as written and linked as used", (contact, reach, links, sms) => {
  render(<ContactLinks contact={contact} reach={reach} text="We come at 9 & call." />);
  for (const [name, href] of Object.entries(links)) {
    expect(screen.getByRole("link", { name })).toHaveAttribute("href", href);
  }
  expect(screen.queryByRole("link", { name: "Send as text" })?.getAttribute("href")).toBe(sms);
});
