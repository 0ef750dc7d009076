import { createHmac } from 'node:crypto';
import { createLruCache } from '../../common/lru-cache.ts';
import { withTimeout } from '../../common/timing.ts';
import type { Post } from '../../contract/shapes.ts';
import { type AccountId, addDays, type Day, type PostId } from '../../domain/kernel/ids.ts';
import type { PrivateData } from '../../domain/ports/private-data.ts';
import type { View, ViewBatch } from '../../domain/ports/view-counts.ts';
import { viewBatchDecider } from '../../domain/posts/decide.ts';
import type { Caller } from '../http/caller.ts';
import type { ApiSystem } from '../http/system.ts';
import { isRobot } from './robots.ts';

/** The account or visitor to whom posts are delivered. */
interface PostViewer {
  /** Visitors are identified by IP address and user agent. */
  readonly caller: Pick<Caller, 'id'> | null;
  readonly clientAddress: string;
  readonly clientNetwork: string;
  readonly userAgent: string;
}

/** Counts post views, once per viewer, post and day. Ignores the author's own views and those of bots. */
export interface ViewCounter {
  /** Views are counted within seconds, without delaying the request. */
  readonly recordViews: (viewer: PostViewer, posts: readonly Post[]) => void;
  /** Records the queued views, and batches that an earlier process left unrecorded. */
  readonly flush: () => Promise<void>;
  /** Stops the timer and flushes the queue. Waits at most 3 s. */
  readonly close: () => Promise<void>;
}

interface ViewCounterSystem extends Pick<ApiSystem, 'clock' | 'handler' | 'ids' | 'logger' | 'secret'> {
  readonly privateData: Pick<PrivateData, 'viewCounts'>;
}

const FLUSH_INTERVAL_MS = 1_000;
const LAST_FLUSH_TIMEOUT_MS = 3_000;
/** Further views are dropped to limit memory. */
const MAX_QUEUED_VIEWS = 100_000;
const BATCH_SIZE = 5_000;
/** A repeated view that is still cached needs no database query. */
const MAX_CACHED_VIEWS = 200_000;
/** Per IP address and day. Clients cannot inflate the count by changing their user agent. */
const MAX_BROWSERS_PER_ADDRESS = 5;
const MAX_USER_AGENT_LENGTH = 256;
const MAX_CACHED_ADDRESSES = 50_000;
/** Between two flushes. Visitors from further addresses are not counted. */
const MAX_NEW_ADDRESSES = 1_000;
const PENDING_BATCH_SIZE = 20;
const VIEWER_ID_BYTES = 12;

const isUncounted = ({ caller, userAgent }: PostViewer): boolean => caller === null && isRobot(userAgent);

/** Providers assign a /48 to one customer. */
const getCountedAddress = ({ clientAddress, clientNetwork }: PostViewer): string =>
  clientAddress.includes(':') ? clientNetwork : clientAddress;

const toDay = (instant: string): Day => instant.slice(0, 10);

const subtractDays = (day: Day, days: number): Day => toDay(addDays(day, -days));

/** Creates the view counter of one process. */
export function createViewCounter(system: ViewCounterSystem): ViewCounter {
  const { clock, handler, ids, logger, privateData, secret } = system;
  const { viewCounts } = privateData;
  const cachedViews = createLruCache<true>(MAX_CACHED_VIEWS);
  /** By day and IP address, then by user agent. */
  const browsersByAddress = createLruCache<Map<string, Buffer>>(MAX_CACHED_ADDRESSES);
  /** Viewers to whom a page was already delivered. The read cache delivers the same page repeatedly. */
  const viewersByPage = new WeakMap<readonly Post[], WeakSet<Buffer>>();
  /** By day and account. */
  const viewerByAccount = createLruCache<Buffer>(MAX_CACHED_ADDRESSES);
  const queuedViews = new Map<Day, View[]>();
  let queuedCount = 0;
  let newAddressCount = 0;
  let currentFlush: Promise<void> = Promise.resolve();
  let activeFlushCount = 0;
  let lastCleanupDay: Day | null = null;
  let isFailing = false;

  /** The HMAC differs per day, so views on different days cannot be linked. */
  const pseudonymize = (identity: string, day: Day): Buffer =>
    createHmac('sha256', secret).update(`view:${day}:${identity}`).digest().subarray(0, VIEWER_ID_BYTES);

  /** Returns null when there are too many new addresses. */
  function getBrowsers(address: string): Map<string, Buffer> | null {
    const knownBrowsers = browsersByAddress.get(address);
    if (knownBrowsers) return knownBrowsers;
    if (newAddressCount >= MAX_NEW_ADDRESSES) return null;
    newAddressCount += 1;
    const newBrowsers = new Map<string, Buffer>();
    browsersByAddress.set(address, newBrowsers);
    return newBrowsers;
  }

  function identifyAccount(id: AccountId, day: Day): Buffer {
    const key = `${day} ${id}`;
    const viewer = viewerByAccount.get(key) ?? pseudonymize(id, day);
    viewerByAccount.set(key, viewer);
    return viewer;
  }

  /** Returns null for a visitor who is not counted. */
  function identifyViewer(postViewer: PostViewer, day: Day): Buffer | null {
    if (postViewer.caller) return identifyAccount(postViewer.caller.id, day);
    const address = getCountedAddress(postViewer);
    const browser = postViewer.userAgent.slice(0, MAX_USER_AGENT_LENGTH);
    const addressBrowsers = getBrowsers(`${day} ${address}`);
    const knownViewer = addressBrowsers?.get(browser);
    if (knownViewer || !addressBrowsers || addressBrowsers.size >= MAX_BROWSERS_PER_ADDRESS)
      return knownViewer ?? null;
    const viewer = pseudonymize(`${address} ${browser}`, day);
    addressBrowsers.set(browser, viewer);
    return viewer;
  }

  /** Returns false if the queue is full. */
  function queueView(day: Day, postId: PostId, viewer: Uint8Array, cacheKey: string): boolean {
    if (cachedViews.has(cacheKey)) return true;
    if (queuedCount >= MAX_QUEUED_VIEWS) return false;
    cachedViews.set(cacheKey, true);
    const views = queuedViews.get(day) ?? [];
    views.push({ postId, viewer });
    queuedViews.set(day, views);
    queuedCount += 1;
    return true;
  }

  function recordViews(postViewer: PostViewer, posts: readonly Post[]): void {
    const { caller } = postViewer;
    if (posts.length === 0 || isUncounted(postViewer)) return;
    const day = toDay(clock.now());
    const viewer = identifyViewer(postViewer, day);
    if (!viewer || viewersByPage.get(posts)?.has(viewer)) return;
    const prefix = viewer.toString('latin1');
    const isComplete = posts
      .filter(({ creatorData }) => creatorData.id !== caller?.id)
      .every(({ id }) => queueView(day, id, viewer, prefix + id));
    if (isComplete) viewersByPage.set(posts, (viewersByPage.get(posts) ?? new WeakSet()).add(viewer));
  }

  async function recordBatch({ id, day, views }: ViewBatch): Promise<void> {
    const context = {
      commandId: id,
      correlationId: id,
      actor: { kind: 'system', id: 'views' },
      occurredAt: clock.now(),
    } as const;
    const result = await handler.handle(viewBatchDecider, id, { type: 'RecordViews', day, views }, context);
    if (!result.accepted) throw new Error(result.rejection.message);
    await viewCounts.markDone(id);
  }

  /**
   * Failed batches are queued again. Views that arrive during the flush wait for the next one, because otherwise nearly
   * every view would become a separate event.
   */
  async function countDay(day: Day, views: View[]): Promise<void> {
    for (let remaining = views.length; remaining > 0; remaining -= BATCH_SIZE) {
      const batchViews = views.splice(0, Math.min(remaining, BATCH_SIZE));
      const batch = await viewCounts.count(ids.next(), day, batchViews).catch((error) => {
        views.unshift(...batchViews);
        throw error;
      });
      queuedCount -= batchViews.length;
      if (batch) await recordBatch(batch);
    }
    if (views.length === 0 && day !== toDay(clock.now())) queuedViews.delete(day);
  }

  async function deleteOldCounts(): Promise<void> {
    const today = toDay(clock.now());
    if (lastCleanupDay === today) return;
    await viewCounts.deleteBefore(subtractDays(today, 1));
    lastCleanupDay = today;
  }

  async function flushQueue(): Promise<void> {
    for (const batch of await viewCounts.listPending(PENDING_BATCH_SIZE)) await recordBatch(batch);
    for (const [day, views] of queuedViews) await countDay(day, views);
    await deleteOldCounts();
  }

  /** Logs only the first failure of an outage. */
  function logFirstFailure(error: unknown): void {
    if (!isFailing) logger.warn({ err: error }, 'views not counted');
    isFailing = true;
  }

  function flush(): Promise<void> {
    newAddressCount = 0;
    activeFlushCount += 1;
    const result = currentFlush.then(flushQueue);
    currentFlush = result
      .then(() => {
        isFailing = false;
      }, logFirstFailure)
      .finally(() => {
        activeFlushCount -= 1;
      });
    return result;
  }

  const flushQuietly = (): Promise<void> => flush().catch(() => {});

  const timer = setInterval(() => {
    if (activeFlushCount === 0) void flushQuietly();
  }, FLUSH_INTERVAL_MS);
  return {
    recordViews,
    flush,
    async close() {
      clearInterval(timer);
      await withTimeout(flushQuietly(), LAST_FLUSH_TIMEOUT_MS);
    },
  };
}
