import type { AwsBody } from "@uppy/aws-s3";
import Uppy, { type Meta, type MinimalRequiredUppyFile } from "@uppy/core";

export const maxBytes = 5_242_880;

type Added = File | MinimalRequiredUppyFile<Meta, AwsBody>;

/** A message about files that were not added or not uploaded. */
export interface UploadProblem {
  text: string;
  /** The image, if it is only too large. */
  tooLarge?: File;
}

// Uppy's messages for its restrictions, as parts of our sentences.
const reasons = {
  type: "it is not an image",
  size: "it is larger than 5 MB",
  duplicate: "it was chosen already",
  count: "there are too many",
};

/** Uppy for images. Files that do not fit are reported, and the others are added. */
export class ImageUppy extends Uppy<Meta, AwsBody> {
  /** Called with what to tell the person about files that were not added. */
  onRefused: (problems: UploadProblem[]) => void = () => {};

  constructor(private readonly maxFiles: number) {
    super({
      autoProceed: false,
      restrictions: {
        maxNumberOfFiles: maxFiles,
        maxFileSize: maxBytes,
        allowedFileTypes: ["image/*"],
      },
      locale: {
        pluralize: (count) => (count === 1 ? 0 : 1),
        strings: {
          youCanOnlyUploadFileTypes: reasons.type,
          exceedsSize: reasons.size,
          noDuplicates: reasons.duplicate,
          youCanOnlyUploadX: { 0: reasons.count, 1: reasons.count },
        },
      },
    });
  }

  /** Adds the files one by one: Uppy itself refuses all of them if there are too many. */
  override addFiles(files: Added[]): void {
    const problems: UploadProblem[] = [];
    const surplus: string[] = [];
    for (const file of files) {
      try {
        this.addFile(file);
      } catch (error) {
        const { message } = error as Error;
        if (message === reasons.count) surplus.push(file.name);
        else problems.push(problemOf(file, message));
      }
    }
    if (surplus.length > 0) problems.push(this.#surplusProblem(surplus));
    if (problems.length > 0) this.onRefused(problems);
  }

  #surplusProblem(names: string[]): UploadProblem {
    const limit = this.maxFiles === 1 ? "one image" : `${this.maxFiles} images`;
    return { text: `You can upload ${limit} at once. Not added: ${names.join(", ")}.` };
  }
}

function problemOf(file: Added, reason: string): UploadProblem {
  const { data } = file instanceof File ? { data: file } : file;
  return {
    text: `${file.name} was not added: ${reason}.`,
    tooLarge: reason === reasons.size && data instanceof File ? data : undefined,
  };
}
