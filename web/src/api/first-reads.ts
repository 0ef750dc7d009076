import { FIRST_READS_ID, type FirstRead } from '../../../contract/endpoints/first-reads.ts';

/** Responses embedded in the HTML page, by path and query. Each response serves one request. */
const firstReads = new Map<string, FirstRead>();

/** Maximum age of embedded responses, in seconds. The first screen requests them immediately. */
const MAX_AGE_SECONDS = 3;

/** Refetches data when a page opens, unless the data was embedded in the HTML page a moment ago. */
export const REFETCH_UNLESS_NEW = { refetchOnMountOrArgChange: MAX_AGE_SECONDS };

/** Stores responses, each of which serves the next request for its URL. */
export function receiveFirstReads(reads: readonly FirstRead[]): void {
  for (const read of reads) firstReads.set(read.url, read);
  setTimeout(() => firstReads.clear(), MAX_AGE_SECONDS * 1_000);
}

/** Stores and returns the responses that are embedded in the HTML page. */
export function loadFirstReads(): readonly FirstRead[] {
  const element = document.getElementById(FIRST_READS_ID);
  if (!element?.textContent) return [];
  const reads: readonly FirstRead[] = JSON.parse(element.textContent);
  element.remove();
  receiveFirstReads(reads);
  return reads;
}

/** Removes and returns the embedded response to a visitor's request, or undefined if there is none. */
function takeFirstRead({ method, url, headers }: Request): FirstRead | undefined {
  if (method !== 'GET' || headers.has('Authorization')) return undefined;
  const { pathname, search } = new URL(url);
  const key = pathname + search;
  const read = firstReads.get(key);
  firstReads.delete(key);
  return read;
}

/** Sends a request. A visitor's first requests are served from the responses embedded in the HTML page. */
export async function fetchUnlessRead(request: Request): Promise<Response> {
  const read = takeFirstRead(request);
  if (!read) return fetch(request);
  const headers = { ...read.headers, 'content-type': 'application/json' };
  return new Response(JSON.stringify(read.body), { headers });
}
