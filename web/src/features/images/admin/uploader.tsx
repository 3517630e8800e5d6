import AwsS3 from "@uppy/aws-s3";
import Dashboard from "@uppy/react/dashboard";
import { useEffect, useEffectEvent, useLayoutEffect, useState } from "react";
import { finishUpload, requestUpload, type UploadTicket } from "@/api/admin/images";
import { ImageUppy, type UploadProblem } from "./image-uppy";
import { storedImageUrl } from "./upload-url";
import "@/styles/uploader.css";
import { rethrowWithServerMessage } from "./upload-error";
import { UploadProblems } from "./upload-problems";

const maxNameLength = 120;

interface UploaderProps {
  /** How many images can be uploaded at once. */
  maxFiles: number;
  /** Files that were chosen before the uploader was open. */
  files?: File[];
  /** Whether they are sent without another tap. */
  atOnce?: boolean;
  /** Called with the URLs of the uploaded images, and whether some uploads failed. */
  onUploaded: (urls: string[], someFailed: boolean) => void;
  /** Called when an upload starts and when it ends. */
  onBusy: (busy: boolean) => void;
}

/** Selects, previews and uploads images. */
export function Uploader({
  maxFiles,
  files = [],
  atOnce = false,
  onUploaded,
  onBusy,
}: UploaderProps) {
  const [{ uppy, imageUrlOf }] = useState(() => createUppy(maxFiles));
  const [problems, setProblems] = useState<UploadProblem[]>([]);
  const finish = useEffectEvent(onUploaded);
  const reportBusy = useEffectEvent(onBusy);
  const addChosen = useEffectEvent(() => {
    uppy.addFiles(files);
    // What fails is in the list of problems.
    if (atOnce && uppy.getFiles().length > 0) uppy.upload().catch(() => {});
  });
  // A layout effect, because the dashboard accepts, and may refuse, files as soon as it is mounted.
  useLayoutEffect(() => {
    const addProblems = (added: UploadProblem[]) =>
      setProblems((all) => [
        ...all.filter(({ text }) => !added.some((problem) => problem.text === text)),
        ...added,
      ]);
    uppy.onRefused = addProblems;
    uppy.on("upload", () => {
      setProblems([]);
      reportBusy(true);
    });
    uppy.on("cancel-all", () => reportBusy(false));
    uppy.on("upload-error", (file, { message }) => {
      addProblems([{ text: file ? `${file.name}: ${message}` : message }]);
    });
    uppy.on("complete", ({ successful = [], failed = [] }) => {
      reportBusy(false);
      if (successful.length > 0) finish(successful.map(imageUrlOf), failed.length > 0);
    });
  }, [uppy, imageUrlOf]);
  useEffect(() => {
    addChosen();
    return () => uppy.destroy();
  }, [uppy]);
  const addOne = (file: File) => {
    const before = uppy.getFiles().length;
    uppy.addFiles([file]);
    const added = uppy.getFiles().length > before;
    if (added && atOnce) uppy.upload().catch(() => {});
    return added;
  };
  return (
    <>
      <Dashboard
        uppy={uppy}
        height={350}
        width="100%"
        theme={document.documentElement.dataset.theme === "dark" ? "dark" : "light"}
        proudlyDisplayPoweredByUppy={false}
        showSelectedFiles
        hideProgressDetails={false}
        // Its messages disappear after a few seconds; the list below stays.
        disableInformer
        // What is sent at once can be gone before its preview is drawn.
        disableThumbnailGenerator={atOnce}
        locale={{ strings: { browseFiles: "Choose pictures" } }}
      />
      <UploadProblems problems={problems} onAdd={addOne} />
    </>
  );
}

/** An Uppy instance that requests an upload URL for each file and sends the file there. */
function createUppy(maxFiles: number) {
  const tickets = new Map<string, UploadTicket>();
  const uppy = new ImageUppy(maxFiles);
  uppy.use(AwsS3, {
    shouldUseMultipart: false,
    getUploadParameters: async ({ id, name, type, size }) => {
      const ticket = await requestUpload({
        name: name.slice(0, maxNameLength),
        type,
        size: size ?? undefined,
      }).catch(rethrowWithServerMessage);
      tickets.set(id, ticket);
      return { method: "PUT", url: ticket.uploadURL, headers: { "Content-Type": type } };
    },
    uploadPartBytes: async (upload) => {
      const sent = await AwsS3.uploadPartBytes(upload).catch(rethrowWithServerMessage);
      const { url } = upload.signature;
      const ticket = [...tickets.values()].find(({ uploadURL }) => uploadURL === url);
      if (ticket) await finishUpload(ticket).catch(rethrowWithServerMessage);
      return sent;
    },
  });
  const imageUrlOf = ({ id, uploadURL = "" }: { id: string; uploadURL?: string }) =>
    tickets.get(id)?.imageUrl ?? storedImageUrl(uploadURL, location.origin);
  return { uppy, imageUrlOf };
}
