import type { ReactNode } from "react";
import { expect } from "vitest";
import type { Company } from "@/api/admin/company";
import type { ContentItem } from "@/api/admin/content";
import type { LibraryImage } from "@/api/admin/images";
import type { DayHours, SpecialDay } from "@/api/hours";
import type { Post } from "@/api/posts";
import type { Service } from "@/api/services";
import type { SocialLink } from "@/api/social-links";
import { RepliesEditor } from "@/features/chat/admin/replies-editor";
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
import { TemplateEditor } from "@/features/services/admin/template-editor";
import { SocialLinkDialog } from "@/features/social/admin/social-link-dialog";
import { sampleIdentity } from "./sample-identity";

// What the person had typed is based on Monday's record, and somebody has saved it on Tuesday.
export const monday = "2026-03-02T12:00:00Z";
export const tuesday = "2026-03-03T12:00:00Z";

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
export const service: Service = {
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
export const item: ContentItem = {
  id: 7,
  key: "contact_title",
  section: "contact",
  type: "text",
  value: "Theirs",
  updatedAt: tuesday,
};
export const company: Company = {
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

const mondayHours: DayHours = {
  day: "monday",
  openTime: "Theirs",
  closeTime: "5:00 PM",
  isClosed: false,
  updatedAt: tuesday,
};
const specialDay: SpecialDay = {
  id: 7,
  date: "2026-12-25",
  endDate: "2026-12-25",
  label: "Theirs",
  isClosed: true,
  openTime: "",
  closeTime: "",
  updatedAt: tuesday,
};
const link: SocialLink = {
  id: 7,
  platform: "Theirs",
  url: "https://example.com/",
  icon: "",
  active: true,
  updatedAt: tuesday,
};

const close = () => {};

/** A form that edits a record, and how a test uses it. */
export interface FormCase {
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
  /** What the form loads when it is opened. */
  loads?: string;
  /** Whether the record can be deleted while the form is open, and created again. */
  deletable?: boolean;
  /** Whether it stays open after a save. */
  stays?: boolean;
}

/** Every form that edits a record. */
export const recordForms: Record<string, FormCase> = {
  post: {
    kind: "post",
    label: /^Title/,
    form: <PostDialog id="7" onClose={close} />,
    field: "title",
    save: "Update Post",
    loads: "/api/blog-posts?id=7",
    deletable: true,
  },
  "service, in Site Content": {
    kind: "service",
    label: "Name",
    form: <ServiceEditor service={service} onClose={close} />,
    field: "name",
    save: "Save Changes",
    loads: "/api/services/7",
    deletable: true,
  },
  "service, in its tab": {
    kind: "service",
    label: "Name",
    form: <EditServiceDialog service={service} onClose={close} />,
    field: "name",
    save: "Save Changes",
    loads: "/api/services/7",
    deletable: true,
  },
  template: {
    kind: "template",
    label: "Template",
    form: <TemplateEditor ref={null} services={[service]} chosenId="7" onChoose={close} />,
    field: "template",
    save: "Save Template",
    loads: "/api/services/7",
    deletable: true,
    stays: true,
  },
  content: {
    kind: "content",
    label: "Content",
    form: (
      <ContentDialog title="Edit Content" item={item} start={item} takenKeys={[]} onClose={close} />
    ),
    field: "value",
    save: "Save Changes",
    loads: "/api/admin/content",
    deletable: true,
  },
  "inline editor": {
    kind: "content",
    label: "Contact Title",
    form: <ContentPanel serviceGallery={null} />,
    field: "value",
    open: ["Contact", "Enable Editing", "Edit Contact Title"],
    save: "Save",
    loads: "/api/admin/content",
    deletable: true,
  },
  "company, business": {
    kind: "company",
    label: /^Name/,
    form: <BusinessForm company={company} />,
    field: "name",
    save: "Save Business",
    stays: true,
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
    stays: true,
  },
  "company, texts": {
    kind: "company",
    label: "Mission",
    apiField: "texts.mission",
    form: <TextsForm company={company} />,
    field: "mission",
    save: "Save Page texts",
    sent: (text) => ({ texts: { mission: text } }),
    stays: true,
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
    stays: true,
  },
  "quick replies": {
    kind: "quick-replies",
    label: /^One answer per line/,
    apiField: "replies",
    form: <RepliesEditor stored={{ replies: ["Theirs"], updatedAt: tuesday }} />,
    field: "text",
    save: "Save Quick Replies",
    sent: (text) => ({ replies: [text] }),
  },
  hours: {
    kind: "hours",
    label: "Opening Time",
    form: <HoursDialog day="monday" record={mondayHours} onClose={close} />,
    field: "openTime",
    save: "Save Changes",
    loads: "/api/admin/business-hours",
  },
  "special day": {
    kind: "special-day",
    label: /^Label/,
    form: <SpecialDayDialog day={specialDay} today="2026-11-16" takenDates={[]} onClose={close} />,
    field: "label",
    save: "Save Changes",
    loads: "/api/admin/special-days",
    deletable: true,
  },
  "social link": {
    kind: "social-link",
    label: "Platform",
    form: <SocialLinkDialog link={link} onClose={close} />,
    field: "platform",
    save: "Save Changes",
    loads: "/api/admin/social-links",
    deletable: true,
  },
  image: {
    kind: "image",
    label: "Name",
    form: <LibraryImageDialog image={image} onClose={close} />,
    field: "name",
    save: "Save Changes",
  },
};

/** What the forms load when they are opened, by path. */
export const records: Record<string, unknown> = {
  "/api/admin/content": [item],
  "/api/services/7": service,
  "/api/blog-posts?id=7": [post],
  "/api/admin/business-hours": [mondayHours],
  "/api/admin/special-days": [specialDay],
  "/api/admin/social-links": [link],
};
