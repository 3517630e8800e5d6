import AwsS3, { type AwsBody } from "@uppy/aws-s3";
import Uppy, { type Meta } from "@uppy/core";
import Dashboard from "@uppy/react/dashboard";
import { useEffect, useEffectEvent, useState } from "react";
import { finishUpload, requestUpload, type UploadTicket } from "@/api/admin/images";
import { storedImageUrl } from "./upload-url";
import "@/styles/uploader.css";
import { rethrowWithServerMessage } from "./upload-error";

const maxBytes = 5_242_880;
const maxNameLength = 120;

interface UploaderProps {
  /** How many images can be uploaded at once. */
  maxFiles: number;
  /** Called with the URLs of the uploaded images, and whether some uploads failed. */
  onUploaded: (urls: string[], someFailed: boolean) => void;
}

/** Selects, previews and uploads images. */
export function Uploader({ maxFiles, onUploaded }: UploaderProps) {
  const [{ uppy, imageUrlOf }] = useState(() => createUppy(maxFiles));
  const [problems, setProblems] = useState<string[]>([]);
  const finish = useEffectEvent(onUploaded);
  useEffect(() => {
    const addProblem = (name: string | undefined, { message }: Error) => {
      const problem = name ? `${name}: ${message}` : message;
      setProblems((all) => [...all.filter((other) => other !== problem), problem]);
    };
    uppy.on("upload", () => setProblems([]));
    uppy.on("restriction-failed", (file, error) => addProblem(file?.name, error));
    uppy.on("upload-error", (file, error) => addProblem(file?.name, error));
    uppy.on("complete", ({ successful = [], failed = [] }) => {
      if (successful.length > 0) finish(successful.map(imageUrlOf), failed.length > 0);
    });
    return () => uppy.destroy();
  }, [uppy, imageUrlOf]);
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
      />
      {/* Uppy announces these too, but hides them after a few seconds. */}
      <ul className="grid gap-1 break-words pt-3 text-bad empty:pt-0">
        {problems.map((problem) => (
          <li key={problem}>{problem}</li>
        ))}
      </ul>
    </>
  );
}

/** An Uppy instance that requests an upload URL for each file and sends the file there. */
function createUppy(maxFiles: number) {
  const tickets = new Map<string, UploadTicket>();
  const uppy = new Uppy<Meta, AwsBody>({
    autoProceed: false,
    restrictions: {
      maxNumberOfFiles: maxFiles,
      maxFileSize: maxBytes,
      allowedFileTypes: ["image/*"],
    },
  }).use(AwsS3, {
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
