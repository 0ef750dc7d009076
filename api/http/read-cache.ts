import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { Counter, Gauge, type Registry } from 'prom-client';
import type { ReadModelChanges, ReadVersion } from '../../domain/ports/read-models.ts';
import type { ReadRecorder } from './read-recorder.ts';

/** A response that is the same for all visitors. */
export interface SharedResponse {
  readonly answer: unknown;
  /** The answer as JSON. */
  readonly body: string;
  readonly etag: string;
  readonly headers: Readonly<Record<string, string>>;
}

interface Entry {
  /** Null marks a key that was requested once: the second request computes the shared response. */
  readonly response: SharedResponse | null;
  readonly since: ReadVersion;
  readonly reads: ReadonlySet<string>;
}

/** Computes a response: its answer and headers. */
export type ComputeResponse = () => Promise<Pick<SharedResponse, 'answer' | 'headers'>>;

/** Responses for visitors, which are valid until the projections that they were read from change rows. */
export interface ReadCache {
  /** Returns the response for a key, from memory if it is current. Concurrent requests share one computation. */
  readonly getOrCompute: (key: string, compute: ComputeResponse) => Promise<SharedResponse>;
  /** Whether a key was requested before; otherwise remembers it. */
  readonly hasBeenRequested: (key: string) => boolean;
}

/** Options of `createReadCache`. */
export interface ReadCacheOptions {
  readonly changes: ReadModelChanges;
  readonly recorder: ReadRecorder;
  /** Maximum size of all responses, in bytes. */
  readonly maxBytes: number;
  readonly metrics?: Registry;
}

/** An answer is kept as an object and as JSON; an object takes about twice the bytes of its JSON. */
const BYTES_PER_CHARACTER = 3;
const ENTRY_BYTES = 500;

const calculateBytes = (key: string, { response }: Entry): number =>
  ENTRY_BYTES + key.length + (response ? response.body.length * BYTES_PER_CHARACTER : 0);

const toResponse = ({ answer, headers }: Pick<SharedResponse, 'answer' | 'headers'>): SharedResponse => {
  const body = JSON.stringify(answer);
  return { answer, body, headers, etag: `W/"${createHash('sha1').update(body).digest('base64url')}"` };
};

function createMeter(cache: LRUCache<string, Entry>, registry?: Registry) {
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
  const cache: LRUCache<string, Entry> = new LRUCache({
    maxSize: maxBytes,
    sizeCalculation: (entry, key) => calculateBytes(key, entry),
    disposeAfter: (_entry, _key, reason) => {
      if (reason === 'evict') meter.countEviction();
    },
  });
  const meter = createMeter(cache, metrics);
  const running = new Map<
    string,
    { readonly since: ReadVersion; readonly response: Promise<SharedResponse> }
  >();

  async function compute(
    key: string,
    since: ReadVersion,
    operation: ComputeResponse,
  ): Promise<SharedResponse> {
    const { result, reads } = await recorder.record(operation);
    const response = toResponse(result);
    if (reads) cache.set(key, { response, since, reads });
    return response;
  }

  /** All positions are compared, because the projections that a running computation reads are not known yet. */
  function findRunning(key: string): Promise<SharedResponse> | undefined {
    const found = running.get(key);
    return found && changes.isUnchanged(found.since.positions.keys(), found.since)
      ? found.response
      : undefined;
  }

  function start(key: string, operation: ComputeResponse): Promise<SharedResponse> {
    const since = changes.getVersion();
    const response = compute(key, since, operation).finally(() => {
      if (running.get(key)?.response === response) running.delete(key);
    });
    running.set(key, { since, response });
    return response;
  }

  return {
    async getOrCompute(key, operation) {
      await changes.refresh();
      const entry = cache.get(key);
      if (entry?.response && changes.isUnchanged(entry.reads, entry.since)) {
        meter.count('hit');
        return entry.response;
      }
      const concurrent = findRunning(key);
      meter.count(concurrent ? 'shared' : entry?.response ? 'stale' : 'miss');
      return concurrent ?? start(key, operation);
    },
    hasBeenRequested(key) {
      const isKnown = cache.has(key);
      if (!isKnown) cache.set(key, { response: null, since: changes.getVersion(), reads: new Set() });
      return isKnown;
    },
  };
}
