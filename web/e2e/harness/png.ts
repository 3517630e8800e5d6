import { randomBytes } from "node:crypto";
import { crc32, deflateSync } from "node:zlib";

export interface UploadFile {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

/** A square PNG of one shade of grey. Different shades give different files. */
export function png(name: string, shade: number, side = 32): UploadFile {
  return greyPng(name, side, () => Buffer.alloc(side, shade));
}

/** A PNG of random pixels, which cannot be compressed: it has about side² bytes. */
export function noisePng(name: string, side: number): UploadFile {
  return greyPng(name, side, () => randomBytes(side));
}

function greyPng(name: string, side: number, row: () => Buffer): UploadFile {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.set([8, 0, 0, 0, 0], 8);
  // Every row begins with the number of its filter.
  const rows = Array.from({ length: side }, () => [Buffer.alloc(1), row()]).flat();
  const buffer = Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(Buffer.concat(rows))),
    chunk("IEND", Buffer.alloc(0)),
  ]);
  return { name, mimeType: "image/png", buffer };
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, checksum]);
}
