import { hashedText, TRAIL_START, type TrailEnd, trailFault } from '../../../../api/contract/rules.ts';
import type { CoinTrail } from '../../api/coin-trail.ts';

/** What came of checking a chain. */
export type ChainVerdict =
  | { readonly sound: true; readonly lines: number; readonly held: number; readonly head: string }
  | { readonly sound: false; readonly sequence: number; readonly fault: string };

const digits = (bytes: ArrayBuffer): string =>
  [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/** The SHA-256 of a text in UTF-8, in hexadecimal digits, computed by the browser. */
export const sha256 = async (text: string): Promise<string> =>
  digits(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));

/** Whether this browser computes hashes: it does so for pages that reached it by HTTPS, or from its own machine. */
export const canCheck = (): boolean => globalThis.crypto?.subtle !== undefined;

const broken = (sequence: number, fault: string): ChainVerdict => ({ sound: false, sequence, fault });

/**
 * Fetches a whole chain and computes it again, line after line, up to the line that was the last one when it began.
 * @param read gives a page of the trail, from 1
 * @param onProgress lines done, and how many there are
 */
export async function checkChain(
  read: (page: number) => Promise<CoinTrail>,
  onProgress: (done: number, lines: number) => void,
): Promise<ChainVerdict> {
  const first = await read(1);
  const { lines, head, held, crowdfundingId } = first;
  let before: TrailEnd = TRAIL_START;
  for (let page = 1; before.sequence < lines; page += 1) {
    const at = page === 1 ? first : await read(page);
    if (at.items.length === 0) return broken(before.sequence + 1, 'It is missing.');
    for (const item of at.items) {
      if (item.sequence > lines) break;
      const link = { ...item, crowdfundingId };
      const fault = trailFault(before, link, await sha256(hashedText(before.hash, link)));
      if (fault) return broken(item.sequence, fault);
      before = link;
    }
    onProgress(before.sequence, lines);
  }
  if (before.hash !== head) return broken(lines, 'It is not the line that was said to be the last.');
  return before.total === held
    ? { sound: true, lines, held, head }
    : broken(lines, 'What is said to be held does not follow from it.');
}
