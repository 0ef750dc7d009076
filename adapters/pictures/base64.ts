import { setImmediate as nextTurn } from 'node:timers/promises';
import { PICTURE_BYTES } from '../../domain/pictures/rules.ts';
import { PictureRefused } from '../../domain/ports/pictures.ts';

/** Characters that are decoded at once, a multiple of 4: well below a millisecond of work. */
const SLICE = 256 * 1024;

/** Longest beginning of a data URL that is looked for. */
const LONGEST_HEAD = 128;
const DATA_URL = /^data:[^,]*;base64,/i;

/** Where the base64 of a text begins: behind the head of a data URL, if it is one. */
function beginningOf(text: string): number {
  const head = DATA_URL.exec(text.slice(0, LONGEST_HEAD));
  if (!head && /^data:/i.test(text.slice(0, 5))) throw new PictureRefused('BROKEN_PICTURE');
  return head?.[0].length ?? 0;
}

const paddingOf = (text: string): number => (text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0);

/**
 * The bytes of bare base64 or of a data URL. Decodes slice by slice and lets others in between, since all of it at once
 * would hold up every other request for ten milliseconds.
 * @throws PictureRefused when it is too large, or no base64
 */
export async function decodeBase64(text: string): Promise<Buffer> {
  const start = beginningOf(text);
  const characters = text.length - start - paddingOf(text);
  const size = Math.floor((characters * 3) / 4);
  if (size > PICTURE_BYTES) throw new PictureRefused('PICTURE_TOO_LARGE');
  const bytes = Buffer.allocUnsafe(size);
  let written = 0;
  for (let at = start; at < start + characters; at += SLICE) {
    if (at > start) await nextTurn();
    written += bytes.write(text.slice(at, Math.min(at + SLICE, start + characters)), written, 'base64');
  }
  // What is no base64 is skipped by the decoder, and would be missing here.
  if (written !== size || size === 0) throw new PictureRefused('BROKEN_PICTURE');
  return bytes;
}
