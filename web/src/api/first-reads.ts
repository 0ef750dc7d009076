import { FIRST_READS_ID, type FirstRead } from '../../../contract/endpoints/first-reads.ts';

/** Responses that the page contains, by path and query. Each answers one request. */
const firstReads = new Map<string, FirstRead>();

/** Maximum age of the page's responses, in seconds. The first screen requests them immediately. */
const MAX_AGE_SECONDS = 3;

/** Refetches data when a page opens, unless it has just been received with the page. */
export const REFETCH_UNLESS_NEW = { refetchOnMountOrArgChange: MAX_AGE_SECONDS };

/** Answers the next requests from these responses. */
export function receiveFirstReads(reads: readonly FirstRead[]): void {
  for (const read of reads) firstReads.set(read.url, read);
  setTimeout(() => firstReads.clear(), MAX_AGE_SECONDS * 1_000);
}

/** Receives and returns the responses that the page contains. */
export function loadFirstReads(): readonly FirstRead[] {
  const element = document.getElementById(FIRST_READS_ID);
  if (!element?.textContent) return [];
  const reads: readonly FirstRead[] = JSON.parse(element.textContent);
  element.remove();
  receiveFirstReads(reads);
  return reads;
}

/** Removes and returns the page's response to a visitor's request, if it has one. */
function takeFirstRead({ method, url, headers }: Request): FirstRead | undefined {
  if (method !== 'GET' || headers.has('Authorization')) return undefined;
  const { pathname, search } = new URL(url);
  const key = pathname + search;
  const read = firstReads.get(key);
  firstReads.delete(key);
  return read;
}

/** Sends a request. The first requests of a visitor are answered from the page itself. */
export async function fetchUnlessRead(request: Request): Promise<Response> {
  const read = takeFirstRead(request);
  if (!read) return fetch(request);
  const headers = { ...read.headers, 'content-type': 'application/json' };
  return new Response(JSON.stringify(read.body), { headers });
}
