import { useQuery } from "@tanstack/react-query";
import { Printer } from "lucide-react";
import { useState } from "react";
import { createPortal } from "react-dom";
import { errorText } from "@/api/admin/client";
import {
  backupStatusQuery,
  getRecoverySheet,
  type RecoverySheet as Sheet,
  useConfirmSheet,
} from "@/api/admin/health";
import { useTime } from "@/domain/admin/times";
import { Dialog, DialogBody, DialogFooter } from "@/ui/admin/dialog";
import { FormDialog } from "@/ui/admin/form-dialog";
import { TextField } from "@/ui/admin/text-field";
import { toast, toastError } from "@/ui/admin/toasts";
import { Button } from "@/ui/button";

/** Buttons that show the recovery sheet and take the words of the printed one. */
export function RecoverySheetActions() {
  const [sheet, setSheet] = useState<Sheet>();
  const [typing, setTyping] = useState(false);
  const { data: status } = useQuery(backupStatusQuery);
  const show = () =>
    getRecoverySheet().then(setSheet, (failure) =>
      toastError("No recovery sheet", errorText(failure, failure.message)),
    );
  return (
    <>
      <Button variant="outline" size="small" className="mt-3 mr-2" onClick={show}>
        Recovery Sheet
      </Button>
      {status && !status.printed && (
        <Button variant="outline" size="small" className="mt-3" onClick={() => setTyping(true)}>
          Type Four Words
        </Button>
      )}
      {sheet && (
        <SheetDialog
          sheet={sheet}
          onClose={() => setSheet(undefined)}
          onPrinted={() => {
            setSheet(undefined);
            setTyping(true);
          }}
        />
      )}
      {typing && status && (
        <WordsDialog positions={status.positions} onClose={() => setTyping(false)} />
      )}
    </>
  );
}

interface SheetDialogProps {
  sheet: Sheet;
  onClose: () => void;
  onPrinted: () => void;
}

function SheetDialog({ sheet, onClose, onPrinted }: SheetDialogProps) {
  return (
    <Dialog
      title="Recovery sheet"
      description="Print it and keep it where it is not lost together with the machine."
      size="large"
      onClose={onClose}
    >
      <DialogBody>
        <SheetPage sheet={sheet} />
      </DialogBody>
      <DialogFooter>
        <Button variant="outline" size="small" onClick={() => window.print()}>
          <Printer aria-hidden className="size-4" />
          Print
        </Button>
        <Button variant="primary" size="small" onClick={onPrinted}>
          I Have Printed It
        </Button>
      </DialogFooter>
      {/* Paper gets this copy only: the dialog is cut off at the edge of the screen. */}
      {createPortal(
        <div className="printed-page" aria-hidden>
          <h1 className="text-2xl">Recovery sheet of {sheet.site}</h1>
          <SheetPage sheet={sheet} />
        </div>,
        document.body,
      )}
    </Dialog>
  );
}

function SheetPage({ sheet }: { sheet: Sheet }) {
  const time = useTime();
  const code = "block rounded-lg bg-sunken p-2 font-mono text-sm break-all";
  return (
    <div className="space-y-4">
      <p className="text-sm text-soft">
        Release {sheet.release}, {time(sheet.printedAt)}
      </p>
      <section className="space-y-1">
        <h3 className="font-semibold text-base">Where the backups are</h3>
        <code className={code}>{sheet.place}</code>
        {sheet.beside && (
          <p>This is a folder of the machine itself: if the machine is lost, so are they.</p>
        )}
      </section>
      <section className="space-y-1">
        <h3 className="font-semibold text-base">The key</h3>
        {sheet.keys.length === 0 && <p>There is none: the backups are not encrypted.</p>}
        {sheet.keys.map((key, index) => (
          <div key={key}>
            {index === 1 && <p>Of older backups:</p>}
            <code className={code}>{key}</code>
          </div>
        ))}
      </section>
      <section className="space-y-1">
        <h3 className="font-semibold text-base">To bring the site back</h3>
        <p>You need:</p>
        <ul className="list-disc pl-5">
          {sheet.before.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
        <p>Then run, in this order:</p>
        <ol className="list-decimal space-y-1 pl-5">
          {sheet.commands.map((command) => (
            <li key={command}>
              <code className={code}>{command}</code>
            </li>
          ))}
        </ol>
      </section>
      <section className="space-y-1">
        <h3 className="font-semibold text-base">The words of this sheet</h3>
        <ol className="grid list-inside list-decimal grid-cols-2 gap-x-4 font-mono sm:grid-cols-4">
          {sheet.words.map((word, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a word can be there twice
            <li key={index}>{word}</li>
          ))}
        </ol>
      </section>
    </div>
  );
}

interface WordsDialogProps {
  positions: number[];
  onClose: () => void;
}

function WordsDialog({ positions, onClose }: WordsDialogProps) {
  const confirm = useConfirmSheet();
  const [words, setWords] = useState<Record<number, string>>({});
  return (
    <FormDialog
      title="Words of the recovery sheet"
      submitLabel="Confirm"
      pendingLabel="Checking..."
      pending={confirm.isPending}
      error={confirm.error ? errorText(confirm.error, confirm.error.message) : undefined}
      onClose={onClose}
      onSubmit={() =>
        confirm.mutate(
          positions.map((position) => words[position] ?? ""),
          {
            onSuccess: () => {
              toast({ title: "The sheet is printed" });
              onClose();
            },
          },
        )
      }
    >
      <p>Read them from the paper, so that it is certain to be there when you need it.</p>
      {positions.map((position) => (
        <TextField
          key={position}
          label={`Word ${position}`}
          asterisk
          required
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          value={words[position] ?? ""}
          onChange={({ target }) => setWords({ ...words, [position]: target.value })}
        />
      ))}
    </FormDialog>
  );
}
