import { useState } from "react";
import { maxPhotos, type Photo, preparePhoto } from "./photo";

type EditPhotos = (edit: (photos: readonly Photo[]) => readonly Photo[]) => void;

/** The photos that are chosen and not sent yet, and how to change them. */
export interface PhotoPicker {
  photos: readonly Photo[];
  isPreparing: boolean;
  /** Why some files were not taken, and what to do. */
  problem: string | undefined;
  add: (files: readonly File[]) => Promise<void>;
  remove: (photo: Photo) => void;
  /** Empties it after the photos were sent. */
  clear: () => void;
}

/** Lets a person choose photos. They are kept by the caller, who knows how long they are needed. */
export function usePhotoPicker(photos: readonly Photo[], onPhotos: EditPhotos): PhotoPicker {
  const [isPreparing, setPreparing] = useState(false);
  const [problem, setProblem] = useState<string>();
  return {
    photos,
    isPreparing,
    problem,
    add: async (files) => {
      const room = maxPhotos - photos.length;
      const problems: string[] = [];
      setProblem(undefined);
      setPreparing(true);
      // One at a time: a phone may not have the memory for several large pictures.
      for (const file of files.slice(0, room)) {
        try {
          const photo = await preparePhoto(file);
          onPhotos((all) => [...all, photo]);
        } catch {
          problems.push(
            `“${file.name}” could not be opened. Please choose a JPEG or PNG picture, or take a new photo.`,
          );
        }
      }
      if (files.length > room) {
        problems.push(
          `You can send ${maxPhotos} photos at once. Please choose those that show it best.`,
        );
      }
      setPreparing(false);
      setProblem(problems.join(" ") || undefined);
    },
    remove: ({ key }) => {
      setProblem(undefined);
      onPhotos((all) => all.filter((photo) => photo.key !== key));
    },
    clear: () => {
      setProblem(undefined);
      onPhotos(() => []);
    },
  };
}
