import { useRef, useState } from "react";
import { errorText, type FieldError, fieldError, ruleError, storedIn } from "@/api/admin/client";
import { type Company, type CompanyEdit, useSaveCompany } from "@/api/admin/company";
import type { Envelope } from "@/api/client";
import { companySchema, problemWith } from "@/domain/admin/schemas";
import { type Identity, usePage } from "@/domain/page-data";
import { toast, toastError } from "@/ui/admin/toasts";
import { useFocusRefused } from "@/ui/admin/use-focus-refused";

interface Saving {
  /** The version that the form started from. */
  basedOn: string;
  /**
   * Saves the fields; onSaved gets the record as stored. If somebody else was quicker, `resolves`
   * gets their record and returns whether it has saved again.
   */
  save: (
    edit: CompanyEdit,
    onSaved: (company: Company) => void,
    resolves: (theirs: Company) => boolean,
  ) => void;
  pending: boolean;
  /** What was refused last, by the rules of the record or by the server. */
  refused: FieldError | undefined;
  setRefused: (error: FieldError | undefined) => void;
  /** Why a field was refused, for the field's error line. */
  errorOf: (field: string) => string | undefined;
  form: React.RefObject<HTMLFormElement | null>;
}

/**
 * Saves one section of the company. A refused field gets the focus. The save is based on the version
 * that the form started from, or on the last one that it saved.
 */
export function useCompanyForm(company: Company): Saving {
  const { setIdentity } = usePage();
  const { mutate, isPending } = useSaveCompany();
  const [basedOn, rememberBasedOn] = useState(company.updatedAt);
  // A save can follow before the next render.
  const latestBasedOn = useRef(basedOn);
  const setBasedOn = (version: string) => {
    latestBasedOn.current = version;
    rememberBasedOn(version);
  };
  const [refused, setRefused] = useState<FieldError>();
  const form = useRef<HTMLFormElement>(null);

  useFocusRefused(form, refused);

  return {
    form,
    basedOn,
    pending: isPending,
    refused,
    setRefused,
    errorOf: (field) => (refused?.field === field ? refused.message : undefined),
    save: (edit, onSaved, resolves) => {
      const problem = problemWith(companySchema, edit);
      if (problem) {
        const refusal = ruleError(problem);
        setRefused(refusal);
        toastError("Update failed", refusal.text);
        return;
      }
      setRefused(undefined);
      mutate(
        { ...edit, basedOn: latestBasedOn.current },
        {
          onSuccess: (response) => {
            const { data, message } = response as Envelope<Company>;
            if (!data) return;
            setBasedOn(data.updatedAt);
            setIdentity?.(data as unknown as Identity);
            onSaved(data);
            toast({
              title: "Company updated",
              description: claimsIn(message) ?? "Visitors see it now.",
            });
          },
          onError: (error) => {
            const theirs = storedIn<Company>(error);
            if (theirs) {
              // Whatever is saved next was merged with their version.
              setBasedOn(theirs.updatedAt);
              if (resolves(theirs)) return;
            }
            setRefused(fieldError(error));
            toastError(
              "Update failed",
              errorText(error, "An error occurred while updating the company."),
            );
          },
        },
      );
    },
  };
}

/** The part of a message that is about restricted wording. */
function claimsIn(message = ""): string | undefined {
  return /Please check the wording\..+$/s.exec(message)?.[0];
}
