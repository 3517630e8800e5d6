import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useMemo, useState } from "react";
import {
  type ChangedPage,
  type Draft,
  draftPageQuery,
  type PageChanges,
} from "@/api/admin/draft-preview";
import { Dialog, DialogBody } from "@/ui/admin/dialog";
import { FormField } from "@/ui/admin/form-field";
import { Select } from "@/ui/admin/select";
import { firstDifference } from "./first-difference";
import { PageFrame } from "./page-frame";

interface ChangesDialogProps {
  draft: Draft;
  changes: PageChanges;
  onClose: () => void;
}

const suffixes = { changed: "", added: " (new)", removed: " (no longer shown)" };

/** The pages that a save would change, before and after it. */
export function ChangesDialog({ draft, changes, onClose }: ChangesDialogProps) {
  const [path, setPath] = useState(changes.pages[0]?.path ?? "");
  const { data: before } = useQuery(draftPageQuery(draft, { path, saved: true }));
  const { data: after } = useQuery(draftPageQuery(draft, { path }));
  const [fromBefore, fromAfter] = useMemo(
    () =>
      before?.html && after?.html
        ? [firstDifference(before.html, after.html), firstDifference(after.html, before.html)]
        : [],
    [before, after],
  );
  const looksTheSame = before?.html && after?.html && !fromAfter;
  return (
    <Dialog
      title="What changes"
      description="What visitors see now, and what they will see after you save."
      size="xlarge"
      onClose={onClose}
    >
      <DialogBody>
        <FormField label="Page" hint={changes.more ? "Other pages may change too." : undefined}>
          {(props) => (
            <Select
              {...props}
              className="sm:max-w-md"
              value={path}
              onChange={({ target }) => setPath(target.value)}
            >
              {changes.pages.map((page) => (
                <option key={page.path} value={page.path}>
                  {nameOf(page)}
                </option>
              ))}
            </Select>
          )}
        </FormField>
        {looksTheSame && (
          <p className="mt-3 text-soft">
            This page looks the same. What changes is shown by search engines and shared links only.
          </p>
        )}
        <div className="mt-5 grid gap-5 lg:grid-cols-2">
          <Side heading="Before">
            <PageFrame
              title="Before"
              draft={draft}
              path={path}
              saved
              missing="There is no such page yet."
              start={fromBefore}
            />
          </Side>
          <Side heading="After">
            <PageFrame
              title="After"
              draft={draft}
              path={path}
              missing="Visitors will no longer see this page."
              start={fromAfter}
            />
          </Side>
        </div>
      </DialogBody>
    </Dialog>
  );
}

function Side({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <section aria-label={heading} className="min-w-0">
      <h3 className="mb-2 font-semibold text-sm text-soft">{heading}</h3>
      {children}
    </section>
  );
}

function nameOf({ name, change }: ChangedPage): string {
  return name + suffixes[change];
}
