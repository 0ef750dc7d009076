import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { Counter, Gauge, type Registry } from 'prom-client';
import type { ReadModelChanges, ReadVersion } from '../../domain/ports/read-models.ts';
import type { SharedBody } from './compression.ts';
import type { ReadRecorder } from './read-recorder.ts';

/** A response that several requests share. The body is the route result as JSON. */
export interface SharedResponse extends SharedBody {
  readonly result: unknown;
  readonly etag: string;
  readonly headers: Readonly<Record<string, string>>;
}

interface CacheEntry {
  readonly response: SharedResponse | null;
  readonly version: ReadVersion;
  /** Version of the read models at the last request for this key. */
  lastRequestVersion: ReadVersion;
}

/** Null if the recorded responses depend on anything else than projections. */
interface RouteReads {
  reads: Set<string> | null;
  recordedCount: number;
}

/** Identifies a cached response. */
export interface SharedKey {
  /** Name of the call, with the variant if it has several. All its responses read the same projections. */
  readonly route: string;
  readonly key: string;
}

/** Computes the result and the headers of a route. */
type ComputeResponse = () => Promise<Pick<SharedResponse, 'result' | 'headers'>>;

/** Response cache. A response is valid until rows change in one of the projections that it was read from. */
export interface ReadCache {
  /** Returns the cached response if it is current; otherwise computes it. Concurrent requests share one computation. */
  readonly getOrCompute: (key: SharedKey, computeResponse: ComputeResponse) => Promise<SharedResponse>;
  /**
   * Returns whether an authenticated request should get a shared response: a current one is cached, or nothing has
   * changed since the last request for the key, so that further requests are likely to share it.
   */
  readonly shouldShare: (key: SharedKey) => boolean;
}

interface ReadCacheOptions {
  readonly changes: ReadModelChanges;
  readonly recorder: ReadRecorder;
  /** In bytes. */
  readonly maxBytes: number;
  readonly metrics?: Registry;
}

/** Responses per route that are recorded to find out which projections it reads. Recording slows down the process. */
const MAX_RECORDED_RESPONSES = 20;

/** Memory per byte of JSON. A response is stored as an object (about twice its JSON), as JSON and compressed. */
const MEMORY_PER_BODY_BYTE = 3.3;
const ENTRY_BYTES = 500;
/** Limited because the end of a suspension changes responses immediately, but rows only when a worker records it. */
const MAX_AGE_MS = 60_000;

const calculateBytes = (key: string, { response }: CacheEntry): number =>
  ENTRY_BYTES + key.length + (response ? Math.ceil(response.body.length * MEMORY_PER_BODY_BYTE) : 0);

const toResponse = ({ result, headers }: Pick<SharedResponse, 'result' | 'headers'>): SharedResponse => {
  const body = Buffer.from(JSON.stringify(result));
  return { result, body, headers, etag: `W/"${createHash('sha1').update(body).digest('base64url')}"` };
};

function createCacheMetrics(cache: LRUCache<string, CacheEntry>, registry?: Registry) {
  const registers = registry ? [registry] : [];
  const outcomes = new Counter({
    name: 'kindra_read_cache_requests_total',
    help: 'Reads of visitors by outcome: hit, miss, stale (the read models have changed), shared (with a concurrent read)',
    labelNames: ['outcome'],
    registers,
  });
  const evictions = new Counter({
    name: 'kindra_read_cache_evictions_total',
    help: 'Responses removed from the read cache for lack of space',
    registers,
  });
  if (registry)
    new Gauge({
      name: 'kindra_read_cache_bytes',
      help: 'Estimated size of the read cache, in bytes',
      registers,
      collect() {
        this.set(cache.calculatedSize);
      },
    });
  return { count: (outcome: string) => outcomes.inc({ outcome }), countEviction: () => evictions.inc() };
}

/** Creates the read cache of one process. */
export function createReadCache({ changes, recorder, maxBytes, metrics }: ReadCacheOptions): ReadCache {
  const cache: LRUCache<string, CacheEntry> = new LRUCache({
    maxSize: maxBytes,
    ttl: MAX_AGE_MS,
    sizeCalculation: (entry, key) => calculateBytes(key, entry),
    disposeAfter: (_entry, _key, reason) => {
      if (reason === 'evict') cacheMetrics.countEviction();
    },
  });
  const cacheMetrics = createCacheMetrics(cache, metrics);
  const runningComputations = new Map<
    string,
    { readonly since: ReadVersion; readonly response: Promise<SharedResponse> }
  >();

  const routes = new Map<string, RouteReads>();

  async function recordReads(
    route: string,
    computeResponse: ComputeResponse,
  ): Promise<Awaited<ReturnType<ComputeResponse>>> {
    const routeReads = routes.get(route) ?? { reads: new Set<string>(), recordedCount: 0 };
    routes.set(route, routeReads);
    if (routeReads.recordedCount >= MAX_RECORDED_RESPONSES) return computeResponse();
    const { result, reads } = await recorder.record(computeResponse);
    routeReads.recordedCount += 1;
    if (reads === null) routeReads.reads = null;
    else for (const name of reads) routeReads.reads?.add(name);
    return result;
  }

  const isUnchanged = (route: string, since: ReadVersion): boolean => {
    const reads = routes.get(route)?.reads;
    return reads ? changes.isUnchanged(reads, since) : false;
  };

  async function compute(
    { route, key }: SharedKey,
    since: ReadVersion,
    operation: ComputeResponse,
  ): Promise<SharedResponse> {
    const response = toResponse(await recordReads(route, operation));
    if (routes.get(route)?.reads) cache.set(key, { response, version: since, lastRequestVersion: since });
    return response;
  }

  /** Returns undefined if there is none, or data that the route reads has changed since it started. */
  function findRunningComputation({ route, key }: SharedKey): Promise<SharedResponse> | undefined {
    const computation = runningComputations.get(key);
    return computation && isUnchanged(route, computation.since) ? computation.response : undefined;
  }

  function startComputation(sharedKey: SharedKey, operation: ComputeResponse): Promise<SharedResponse> {
    const { key } = sharedKey;
    const since = changes.getVersion();
    const response = compute(sharedKey, since, operation).finally(() => {
      if (runningComputations.get(key)?.response === response) runningComputations.delete(key);
    });
    runningComputations.set(key, { since, response });
    return response;
  }

  return {
    async getOrCompute(sharedKey, operation) {
      await changes.refresh();
      const entry = cache.get(sharedKey.key);
      if (entry?.response && isUnchanged(sharedKey.route, entry.version)) {
        cacheMetrics.count('hit');
        return entry.response;
      }
      const concurrentResponse = findRunningComputation(sharedKey);
      cacheMetrics.count(concurrentResponse ? 'shared' : entry?.response ? 'stale' : 'miss');
      return concurrentResponse ?? startComputation(sharedKey, operation);
    },
    shouldShare({ route, key }) {
      const version = changes.getVersion();
      const entry = cache.get(key);
      if (!entry) {
        cache.set(key, { response: null, version, lastRequestVersion: version });
        return false;
      }
      const isRepeated = !routes.has(route) || isUnchanged(route, entry.lastRequestVersion);
      const isCurrent = entry.response !== null && isUnchanged(route, entry.version);
      entry.lastRequestVersion = version;
      return isCurrent || isRepeated;
    },
  };
}
