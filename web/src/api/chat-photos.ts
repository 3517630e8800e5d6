import type { ChatMessage } from "./chat";
import { ApiError, assertSuccess, type Envelope } from "./client";

/** Long enough for a slow connection on a phone. */
const timeoutMs = 120_000;

/** Where the visitor's own browser gets a photo of the conversation. */
export function chatPhotoUrl(id: string): string {
  return `/api/chat/photos/${encodeURIComponent(id)}`;
}

/** Sends a photo as a message. Sending it again with the same key has no effect. */
export function sendPhoto(
  key: string,
  photo: Blob,
  onProgress: (share: number) => void,
): Promise<ChatMessage> {
  const query = new URLSearchParams({ key, page: location.pathname });
  return uploadPhoto(`/api/chat/photos?${query}`, photo, onProgress);
}

/** Sends a photo with a request that reports its progress, which fetch cannot do. */
export async function uploadPhoto(
  url: string,
  photo: Blob,
  onProgress: (share: number) => void,
): Promise<ChatMessage> {
  const body = await new Promise<string>((resolve, reject) => {
    const call = new XMLHttpRequest();
    call.open("POST", url);
    call.setRequestHeader("Content-Type", photo.type);
    call.timeout = timeoutMs;
    call.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    call.onload = () => {
      const { status, responseText, statusText } = call;
      if (status >= 200 && status < 300) resolve(responseText);
      else reject(new ApiError(status, responseText, statusText));
    };
    call.onerror = () => reject(new TypeError("The server could not be reached."));
    call.ontimeout = call.onerror;
    call.send(photo);
  });
  return assertSuccess(JSON.parse(body) as Envelope<ChatMessage>).data as ChatMessage;
}
