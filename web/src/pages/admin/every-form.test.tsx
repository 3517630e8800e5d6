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
import { ImagePickerContext } from "@/ui/admin/image-picker";
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
  /** The field in which both versions differ, and its value as text. */
  field: string;
  typed?: (text: string) => unknown;
  /** What is clicked before the form is open. */
  open?: string[];
  save: string;
  /** What is sent. */
  sent?: (text: string) => object;
}

const cases: Record<string, Case> = {
  post: { form: <PostDialog post={post} onClose={close} />, field: "title", save: "Update Post" },
  "service, in Site Content": {
    form: <ServiceEditor service={service} onClose={close} />,
    field: "name",
    save: "Save Changes",
  },
  "service, in its tab": {
    form: <EditServiceDialog service={service} onClose={close} />,
    field: "name",
    save: "Save Changes",
  },
  template: { form: <Template />, field: "template", save: "Save Template" },
  content: {
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
    form: <ContentPanel serviceGallery={null} />,
    field: "value",
    open: ["Contact", "Enable Editing", "Edit Contact Title"],
    save: "Save",
  },
  "company, business": {
    form: <BusinessForm company={company} />,
    field: "name",
    save: "Save Business",
  },
  "company, people": {
    form: <PeopleForm company={{ ...company, team: team("Theirs") as Company["team"] }} />,
    field: "people",
    typed: team,
    save: "Save People",
    sent: (name) => ({ team: team(name) }),
  },
  "company, texts": {
    form: <TextsForm company={company} />,
    field: "mission",
    save: "Save Page texts",
    sent: (text) => ({ texts: { mission: text } }),
  },
  "company, brand": {
    form: <BrandForm company={company} />,
    field: "main",
    typed: (text) => (text === "Mine" ? "#333333" : "#444444"),
    save: "Save Brand",
    sent: () => ({ brand: expect.objectContaining({ main: "#333333" }) }),
  },
  "quick replies": {
    form: <QuickReplies />,
    field: "text",
    save: "Save Quick Replies",
    sent: (text) => ({ replies: [text] }),
  },
  hours: {
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
    form: <LibraryImageDialog image={image} onClose={close} />,
    field: "name",
    save: "Save Changes",
  },
};

const sent = vi.fn();

beforeEach(() => {
  sent.mockReset();
  vi.stubGlobal("fetch", async (path: string, { method, body }: RequestInit) => {
    const answer = (data: unknown) => Response.json({ success: true, data });
    if (path === "/api/admin/company/palette") {
      return answer({ light: {}, dark: {}, presets: [] });
    }
    if (method !== "GET") {
      sent(JSON.parse(String(body)));
      return answer(company);
    }
    return answer(path.startsWith("/api/services/") ? service : [item]);
  });
});

test.each(Object.entries(cases))(
  "a copy of an older version opens in the conflict view: %s",
  async (_, { form, field, typed = (text) => text, open = [], save, sent: expected }) => {
    const store = fakeCopyStore({
      id: "copy",
      basedOn: monday,
      original: { [field]: typed("Before") },
      values: { [field]: typed("Mine") },
      savedAt: Date.now() - 60_000,
    });
    const { user } = renderWithPage(
      <TooltipProvider>
        <CopyStoreContext value={store}>
          <ImagePickerContext value={{ upload: close, choose: close }}>{form}</ImagePickerContext>
        </CopyStoreContext>
      </TooltipProvider>,
    );
    for (const name of open) await user.click(await screen.findByRole("button", { name }));
    await user.click(
      await screen.findByRole("button", { name: /^Continue where you left off/, hidden: true }),
    );
    await screen.findByRole("heading", { name: "Somebody else saved this first", hidden: true });
    expect(sent).not.toHaveBeenCalled();
    await user.click(screen.getByRole("radio", { name: "Keep mine", hidden: true }));
    await user.click(screen.getByRole("button", { name: save, hidden: true }));
    // Based on what somebody else has saved, so that the server does not refuse it.
    await waitFor(() =>
      expect(sent).toHaveBeenCalledExactlyOnceWith(
        expect.objectContaining({
          ...(expected?.("Mine") ?? { [field]: "Mine" }),
          basedOn: tuesday,
        }),
      ),
    );
  },
  20_000,
);
