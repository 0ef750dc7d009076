import type { Problem } from '../../../../contract/problems.ts';
import {
  findTrailProblem,
  getHashInput,
  TRAIL_START,
  type TrailEnd,
  trailHeldWrong,
  trailLineMissing,
  trailNotTheLast,
} from '../../../../contract/rules/coin-trail.ts';
import type { CoinTrail } from './trail-page.ts';

/** Result of verifying a chain. */
export type ChainVerdict =
  | { readonly isIntact: true; readonly lines: number; readonly heldCoins: number }
  | { readonly isIntact: false; readonly sequence: number; readonly fault: Problem };

/** Returns the SHA-256 hash of a UTF-8 string, in hexadecimal digits. */
async function sha256(text: string): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Returns whether this browser can compute hashes. Web Crypto requires HTTPS or localhost. */
export const canCheck = (): boolean => globalThis.crypto?.subtle !== undefined;

const createBrokenVerdict = (sequence: number, fault: Problem): ChainVerdict => ({
  isIntact: false,
  sequence,
  fault,
});

/**
 * Fetches a whole chain and verifies it line by line, up to the line that was last when the check started.
 * @param read loads a page of the trail, starting at 1
 * @param onProgress receives the number of checked lines and the total
 */
export async function checkChain(
  read: (page: number) => Promise<CoinTrail>,
  onProgress: (done: number, lines: number) => void,
): Promise<ChainVerdict> {
  const firstPage = await read(1);
  const { lines, head, held, crowdfundingId } = firstPage;
  let before: TrailEnd = TRAIL_START;
  for (let page = 1; before.sequence < lines; page += 1) {
    const pageData = page === 1 ? firstPage : await read(page);
    if (pageData.items.length === 0) return createBrokenVerdict(before.sequence + 1, trailLineMissing);
    for (const item of pageData.items) {
      if (item.sequence > lines) break;
      const link = { ...item, crowdfundingId };
      const fault = findTrailProblem(before, link, await sha256(getHashInput(before.hash, link)));
      if (fault) return createBrokenVerdict(item.sequence, fault);
      before = link;
    }
    onProgress(before.sequence, lines);
  }
  if (before.hash !== head) return createBrokenVerdict(lines, trailNotTheLast);
  return before.total === held
    ? { isIntact: true, lines, heldCoins: held }
    : createBrokenVerdict(lines, trailHeldWrong);
}
