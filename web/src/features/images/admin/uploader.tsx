import AwsS3, { type AwsBody } from "@uppy/aws-s3";
import Uppy, { type Meta, type UppyFile } from "@uppy/core";
import Dashboard from "@uppy/react/dashboard";
import { useEffect, useEffectEvent, useState } from "react";
import { requestUploadUrl } from "@/api/admin-images";
import { storedImageUrl } from "@/lib/upload-url";
import "@uppy/core/css/style.min.css";
import "@uppy/dashboard/css/style.min.css";
import { clearFailure } from "./upload-failure";

const mostBytes = 5_242_880;

interface UploaderProps {
  /** How many pictures may be sent at once. */
  most: number;
  /** Called with the addresses of the pictures that arrived, and whether some did not. */
  onUploaded: (urls: string[], someFailed: boolean) => void;
}

/** Picks pictures, shows them, and sends them when told to. */
export function Uploader({ most, onUploaded }: UploaderProps) {
  const [uppy] = useState(() => createUppy(most));
  const finish = useEffectEvent((urls: string[], someFailed: boolean) =>
    onUploaded(urls, someFailed),
  );
  useEffect(() => {
    uppy.on("complete", ({ successful = [], failed = [] }) => {
      if (successful.length > 0) finish(successful.map(addressOf), failed.length > 0);
    });
    return () => uppy.destroy();
  }, [uppy]);
  return (
    <Dashboard
      uppy={uppy}
      height={350}
      width="100%"
      theme={document.documentElement.dataset.theme === "dark" ? "dark" : "light"}
      proudlyDisplayPoweredByUppy={false}
      showSelectedFiles
      hideProgressDetails={false}
    />
  );
}

function createUppy(most: number): Uppy<Meta, AwsBody> {
  return new Uppy<Meta, AwsBody>({
    autoProceed: false,
    restrictions: {
      maxNumberOfFiles: most,
      maxFileSize: mostBytes,
      allowedFileTypes: ["image/*"],
    },
  }).use(AwsS3, {
    shouldUseMultipart: false,
    getUploadParameters: async (file) => ({
      method: "PUT",
      url: await requestUploadUrl(),
      headers: { "Content-Type": file.type },
    }),
    uploadPartBytes: (upload) => AwsS3.uploadPartBytes(upload).catch(clearFailure),
  });
}

function addressOf(file: UppyFile<Meta, AwsBody>): string {
  return storedImageUrl(file.uploadURL ?? "", location.origin);
}
