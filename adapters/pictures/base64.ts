import { setImmediate as nextTurn } from 'node:timers/promises';
import { brokenPicture, MAX_PICTURE_BYTES, pictureTooLarge } from '../../domain/pictures/rules.ts';
import { PictureRefused } from '../../domain/ports/pictures.ts';

/** Characters that are decoded at a time, a multiple of 4. They take well under 1 ms. */
const SLICE_LENGTH = 256 * 1024;

const MAX_HEAD_LENGTH = 128;
const DATA_URL = /^data:[^,]*;base64,/i;

function findDataStart(text: string): number {
  const headMatch = DATA_URL.exec(text.slice(0, MAX_HEAD_LENGTH));
  if (!headMatch && /^data:/i.test(text.slice(0, 5))) throw new PictureRefused(brokenPicture);
  return headMatch?.[0].length ?? 0;
}

const countPadding = (text: string): number => (text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0);

/**
 * Decodes base64 or a base64 data URL. Decodes slices and yields between them, because decoding everything at
 * once would block the event loop for 10 ms.
 * @throws PictureRefused when the data is too large or not base64
 */
export async function decodeBase64(text: string): Promise<Buffer> {
  const start = findDataStart(text);
  const characters = text.length - start - countPadding(text);
  const size = Math.floor((characters * 3) / 4);
  if (size > MAX_PICTURE_BYTES) throw new PictureRefused(pictureTooLarge);
  const bytes = Buffer.allocUnsafe(size);
  let writtenBytes = 0;
  for (let offset = start; offset < start + characters; offset += SLICE_LENGTH) {
    if (offset > start) await nextTurn();
    writtenBytes += bytes.write(
      text.slice(offset, Math.min(offset + SLICE_LENGTH, start + characters)),
      writtenBytes,
      'base64',
    );
  }
  // The decoder skips invalid characters.
  if (writtenBytes !== size || size === 0) throw new PictureRefused(brokenPicture);
  return bytes;
}
