import { UserRound } from "lucide-react";
import { adaptStoredHtml } from "@/lib/stored-html";
import { HtmlFrame } from "@/ui/admin/html-frame";
import { Heading } from "@/ui/heading";
import { Editable } from "./editable";

const members = ["One", "Two", "Three"];

/** Preview of the about page. */
export function AboutPreview() {
  return (
    <>
      <div className="bg-sunken px-[min(1.25rem,6vw)] py-10 md:px-10">
        <Editable name="about_title">{(text) => <h3 className="text-display">{text}</h3>}</Editable>
      </div>
      <div className="grid items-start gap-10 px-[min(1.25rem,6vw)] py-10 md:px-10 lg:grid-cols-2">
        <Editable name="about_content">
          {(html) => (
            // A click on the frame is a click on the piece around it.
            <div className="pointer-events-none">
              <HtmlFrame
                title="About Content"
                html={`<div class="prose">${adaptStoredHtml(html)}</div>`}
                css=""
              />
            </div>
          )}
        </Editable>
        <Editable name="about_image">
          {(url) => (
            <img
              src={url}
              alt=""
              className="aspect-[4/3] w-full rounded-2xl border border-line object-cover"
            />
          )}
        </Editable>
      </div>
      <div className="bg-sunken px-[min(1.25rem,6vw)] py-10 md:px-10">
        <Editable name="team_section_title">{(text) => <Heading>{text}</Heading>}</Editable>
        <ul className="mt-6 grid gap-5 sm:grid-cols-3">
          {members.map((number) => (
            <li
              key={number}
              className="rounded-2xl border border-line bg-surface p-[min(1.25rem,5vw)]"
            >
              <UserRound aria-hidden className="size-12 text-edge" strokeWidth={1.5} />
              <h3 className="mt-3 text-xl">Team Member {number}</h3>
              <p className="font-semibold text-accent">Role</p>
            </li>
          ))}
        </ul>
      </div>
    </>
  );
}
