import { screen, waitFor } from "@testing-library/react";
import { type ReactNode, useRef, useState } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import type { Company } from "@/api/admin/company";
import type { ContentItem } from "@/api/admin/content";
import type { LibraryImage } from "@/api/admin/images";
import type { Post } from "@/api/posts";
import type { Service } from "@/api/services";
import { RepliesEditor } from "@/features/chat/admin/replies-editor";
import { useReplyDrafts } from "@/features/chat/admin/use-reply-drafts";
import { BrandForm } from "@/features/company/admin/brand-form";
import { BusinessForm } from "@/features/company/admin/business-form";
import { PeopleForm } from "@/features/company/admin/people-form";
import { TextsForm } from "@/features/company/admin/texts-form";
import { ContentDialog } from "@/features/content/admin/content-dialog";
import { ContentPanel } from "@/features/content/admin/content-panel";
import { HoursDialog } from "@/features/hours/admin/hours-dialog";
import { SpecialDayDialog } from "@/features/hours/admin/special-day-dialog";
import { LibraryImageDialog } from "@/features/images/admin/library-image-dialog";
import { PostDialog } from "@/features/posts/admin/post-dialog";
import { EditServiceDialog } from "@/features/services/admin/edit-service-dialog";
import { ServiceEditor } from "@/features/services/admin/service-editor";
import { type TemplateDraft, TemplateEditor } from "@/features/services/admin/template-editor";
import { SocialLinkDialog } from "@/features/social/admin/social-link-dialog";
import { fakeCopyStore } from "@/testing/fake-copy-store";
import { renderWithPage } from "@/testing/render";
import { sampleIdentity } from "@/testing/sample-identity";
import type { KeptCopy } from "@/ui/admin/copy-merge";
import { ImagePickerContext } from "@/ui/admin/image-picker";
import { toasts } from "@/ui/admin/toasts";
import { TooltipProvider } from "@/ui/admin/tooltip";
import { CopyStoreContext } from "@/ui/admin/working-copy";

// What the person had typed is based on Monday's record, and somebody has saved it on Tuesday.
const monday = "2026-03-02T12:00:00Z";
const tuesday = "2026-03-03T12:00:00Z";

const post: Post = {
  id: 7,
  title: "Theirs",
  slug: "ants",
  excerpt: "Short",
  content: "Long",
  imageUrl: "",
  publishedAt: monday,
  updatedAt: tuesday,
};
const service: Service = {
  id: 7,
  name: "Theirs",
  slug: "ants",
  shortDescription: "Short",
  fullDescription: "Long",
  imageUrl: "",
  features: [],
  template: "Theirs",
  featuredOnHome: false,
  hidden: false,
  updatedAt: tuesday,
};
const item: ContentItem = {
  id: 7,
  key: "contact_title",
  section: "contact",
  type: "text",
  value: "Theirs",
  updatedAt: tuesday,
};
const company: Company = {
  ...structuredClone(sampleIdentity),
  name: "Theirs",
  brand: { ...sampleIdentity.brand, main: "#111111", accent: "#222222" },
  texts: { mission: "Theirs" },
  textFields: [
    { key: "mission", group: "Mission", label: "Mission", pages: ["home"], default: "Usual" },
  ],
  fromFile: false,
  updatedAt: tuesday,
};
const team = (name: string) => [{ ...company.team[0], name, employee: false }];
const image: LibraryImage = {
  id: "ants",
  name: "Theirs",
  alt: "",
  url: "/objects/uploads/ants",
  width: 4,
  height: 3,
  size: 12,
  mediaType: "image/png",
  preview: "",
  uploadedAt: monday,
  updatedAt: tuesday,
  uses: [],
  variants: [],
};

const close = () => {};

function Template() {
  const [draft, setDraft] = useState<TemplateDraft | null>(null);
  return (
    <TemplateEditor
      ref={null}
      services={[service]}
      chosenId="7"
      onChoose={close}
      draft={draft}
      onDraft={setDraft}
      discarded={useRef(close)}
    />
  );
}

function QuickReplies() {
  return <RepliesEditor saved={["Theirs"]} savedAt={tuesday} replyDrafts={useReplyDrafts()} />;
}

interface Case {
  form: ReactNode;
  /** The kind of its working copies. */
  kind: string;
  /** The field in which both versions differ. */
  field: string;
  /** The label of the text box that edits it. */
  label: string | RegExp;
  /** The value of the field for a text. */
  typed?: (text: string) => unknown;
  /** What is clicked before the form is open. */
  open?: string[];
  save: string;
  /** What is sent. */
  sent?: (text: string) => object;
  /** The name of the field in the API, if it is another one. */
  apiField?: string;
  /** A text that the form accepts. */
  text?: string;
}

const cases: Record<string, Case> = {
  post: {
    kind: "post",
    label: /^Title/,
    form: <PostDialog post={post} onClose={close} />,
    field: "title",
    save: "Update Post",
  },
  "service, in Site Content": {
    kind: "service",
    label: "Name",
    form: <ServiceEditor service={service} onClose={close} />,
    field: "name",
    save: "Save Changes",
  },
  "service, in its tab": {
    kind: "service",
    label: "Name",
    form: <EditServiceDialog service={service} onClose={close} />,
    field: "name",
    save: "Save Changes",
  },
  template: {
    kind: "template",
    label: "Template",
    form: <Template />,
    field: "template",
    save: "Save Template",
  },
  content: {
    kind: "content",
    label: "Content",
    form: (
      <ContentDialog
        title="Edit Content"
        item={{ ...item, basedOn: tuesday }}
        takenKeys={[]}
        onClose={close}
      />
    ),
    field: "value",
    save: "Save Changes",
  },
  "inline editor": {
    kind: "content",
    label: "Contact Title",
    form: <ContentPanel serviceGallery={null} />,
    field: "value",
    open: ["Contact", "Enable Editing", "Edit Contact Title"],
    save: "Save",
  },
  "company, business": {
    kind: "company",
    label: /^Name/,
    form: <BusinessForm company={company} />,
    field: "name",
    save: "Save Business",
  },
  "company, people": {
    kind: "company",
    label: /^Name/,
    apiField: "team.0.name",
    form: <PeopleForm company={{ ...company, team: team("Theirs") as Company["team"] }} />,
    field: "people",
    typed: team,
    save: "Save People",
    sent: (name) => ({ team: team(name) }),
  },
  "company, texts": {
    kind: "company",
    label: "Mission",
    apiField: "texts.mission",
    form: <TextsForm company={company} />,
    field: "mission",
    save: "Save Page texts",
    sent: (text) => ({ texts: { mission: text } }),
  },
  "company, brand": {
    kind: "company",
    label: "Main color",
    apiField: "brand.main",
    text: "#555555",
    form: <BrandForm company={company} />,
    field: "main",
    typed: (text) => (text === "Mine" ? "#333333" : "#444444"),
    save: "Save Brand",
    sent: () => ({ brand: expect.objectContaining({ main: "#333333" }) }),
  },
  "quick replies": {
    kind: "quick-replies",
    label: /^One answer per line/,
    apiField: "replies",
    form: <QuickReplies />,
    field: "text",
    save: "Save Quick Replies",
    sent: (text) => ({ replies: [text] }),
  },
  hours: {
    kind: "hours",
    label: "Opening Time",
    form: (
      <HoursDialog
        day="monday"
        record={{
          day: "monday",
          openTime: "Theirs",
          closeTime: "5:00 PM",
          isClosed: false,
          updatedAt: tuesday,
        }}
        onClose={close}
      />
    ),
    field: "openTime",
    save: "Save Changes",
  },
  "special day": {
    kind: "special-day",
    label: /^Label/,
    form: (
      <SpecialDayDialog
        day={{
          id: 7,
          date: "2026-12-25",
          endDate: "2026-12-25",
          label: "Theirs",
          isClosed: true,
          openTime: "",
          closeTime: "",
          updatedAt: tuesday,
        }}
        today="2026-11-16"
        takenDates={[]}
        onClose={close}
      />
    ),
    field: "label",
    save: "Save Changes",
  },
  "social link": {
    kind: "social-link",
    label: "Platform",
    form: (
      <SocialLinkDialog
        link={{
          id: 7,
          platform: "Theirs",
          url: "https://example.com/",
          icon: "",
          active: true,
          updatedAt: tuesday,
        }}
        onClose={close}
      />
    ),
    field: "platform",
    save: "Save Changes",
  },
  image: {
    kind: "image",
    label: "Name",
    form: <LibraryImageDialog image={image} onClose={close} />,
    field: "name",
    save: "Save Changes",
  },
};

const sent = vi.fn();
/** The response to the next save. */
let respond: () => Response | Promise<Response>;

beforeEach(() => {
  sent.mockReset();
  respond = () => Response.json({ success: true, data: company });
  vi.stubGlobal("fetch", async (path: string, { method, body }: RequestInit) => {
    const answer = (data: unknown) => Response.json({ success: true, data });
    if (path === "/api/admin/company/palette") {
      return answer({ light: {}, dark: {}, presets: [] });
    }
    if (path.startsWith("/api/services/")) return answer(service);
    if (method === "GET") return answer([item]);
    sent(JSON.parse(String(body)));
    return respond();
  });
});

// The dialogs stay open after a save, because nothing here closes them. So whatever a form still does
// after a save is seen.
const hidden = true; // Elements outside the topmost dialog are wanted too.

async function openForm({ form, kind, open = [] }: Case, copy: KeptCopy) {
  const store = fakeCopyStore(copy);
  const { user } = renderWithPage(
    <TooltipProvider>
      <CopyStoreContext value={store}>
        <ImagePickerContext value={{ upload: close, choose: close }}>{form}</ImagePickerContext>
      </CopyStoreContext>
    </TooltipProvider>,
  );
  for (const name of open) await user.click(await screen.findByRole("button", { name }));
  const resume = await screen.findByRole("button", {
    name: /^Continue where you left off/,
    hidden,
  });
  expect(store.find).toHaveBeenLastCalledWith(kind, expect.any(String));
  return { user, store, resume };
}

/** A working copy of a form, typed when the record was another one or as it is now. */
function copyOf({ field, typed = (text) => text }: Case, basedOn: string, began: string) {
  const original = { [field]: typed(began) };
  const values = { [field]: typed("Mine") };
  return { id: "copy", basedOn, original, values, savedAt: Date.now() - 60_000 };
}

const everyForm = Object.entries(cases);

test.each(everyForm)(
  "a copy of an older version opens in the conflict view: %s",
  async (_, form) => {
    const { user, resume } = await openForm(form, copyOf(form, monday, "Before"));
    await user.click(resume);
    await screen.findByRole("heading", { name: "Somebody else saved this first", hidden });
    expect(sent).not.toHaveBeenCalled();
    await user.click(screen.getByRole("radio", { name: "Keep mine", hidden }));
    await user.click(screen.getByRole("button", { name: form.save, hidden }));
    // Based on what somebody else has saved, so that the server does not refuse it.
    await waitFor(() =>
      expect(sent).toHaveBeenCalledExactlyOnceWith(
        expect.objectContaining({
          ...(form.sent?.("Mine") ?? { [form.field]: "Mine" }),
          basedOn: tuesday,
        }),
      ),
    );
  },
  20_000,
);

test.each(everyForm)(
  "a field that the server refuses is marked and focused: %s",
  async (_, form) => {
    const { label, field, apiField = field, save, text = "Another" } = form;
    const { user } = await openForm(form, copyOf(form, monday, "Before"));
    respond = () =>
      Response.json(
        { success: false, message: `The field "${apiField}" is no good.`, field: apiField },
        { status: 400 },
      );
    const box = screen.getByLabelText(label, { selector: "input, textarea" });
    await user.clear(box);
    await user.type(box, text);
    await user.click(screen.getByRole("button", { name: save, hidden }));
    await waitFor(() => expect(box).toHaveAttribute("aria-invalid", "true"));
    expect(sent).toHaveBeenCalledOnce();
    expect(box).toHaveAccessibleDescription(/Is no good\./);
    await waitFor(() => expect(box).toHaveFocus());
  },
  20_000,
);

test.each(everyForm)(
  "while a save is pending no copy is continued, and afterwards none is kept: %s",
  async (_, form) => {
    const { label, save, text = "Another" } = form;
    const { user, store, resume } = await openForm(form, copyOf(form, tuesday, "Before"));
    let finish = () => {};
    respond = () =>
      new Promise((resolve) => {
        finish = () => resolve(Response.json({ success: true, data: company }));
      });
    const box = screen.getByLabelText(label, { selector: "input, textarea" });
    await user.clear(box);
    await user.type(box, text);
    const own = store.keep.mock.lastCall?.[1].id;
    await user.click(screen.getByRole("button", { name: save, hidden }));
    await waitFor(() => expect(sent).toHaveBeenCalledOnce());
    await user.click(resume);
    expect(box).toHaveValue(text);
    const [shown] = toasts.snapshot();
    finish();
    await waitFor(() => expect(store.remove).toHaveBeenCalledWith(expect.anything(), own));
    await waitFor(() => expect(toasts.snapshot()[0]).not.toBe(shown));
    const [lastKept = 0] = store.keep.mock.invocationCallOrder.slice(-1);
    const [lastRemoved = 0] = store.remove.mock.invocationCallOrder.slice(-1);
    expect(lastRemoved).toBeGreaterThan(lastKept);
  },
  20_000,
);
