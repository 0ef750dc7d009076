import { createHmac } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { withTimeout } from '../../common/timing.ts';
import type { Post } from '../../contract/shapes.ts';
import type { Day, PostId } from '../../domain/kernel/ids.ts';
import type { PrivateData, View, ViewBatch } from '../../domain/ports/private-data.ts';
import { viewBatchDecider } from '../../domain/posts/decide.ts';
import type { Caller } from '../http/caller.ts';
import type { ApiSystem } from '../http/system.ts';

/** The viewer of a post. */
export interface Onlooker {
  /** Null for a visitor, who is identified by address and user agent. */
  readonly caller: Pick<Caller, 'id'> | null;
  readonly clientAddress: string;
  readonly clientNetwork: string;
  readonly userAgent: string;
}

/** Counts post views, once per viewer, post and day. Authors and visitors that are robots are not counted. */
export interface ViewCounter {
  /** Queues the views of delivered posts. They are counted within seconds, without delay of the request. */
  readonly saw: (viewer: Onlooker, posts: readonly Post[]) => void;
  /** Counts the queued views, and records the batches that an earlier process left pending. */
  readonly flush: () => Promise<void>;
  /** Stops the timer and flushes a last time, for at most 3 s. */
  readonly close: () => Promise<void>;
}

/** Dependencies of the view counter. */
export interface ViewsSystem extends Pick<ApiSystem, 'clock' | 'handler' | 'ids' | 'logger' | 'secret'> {
  readonly privateData: Pick<PrivateData, 'viewCounts'>;
}

const FLUSH_MS = 1_000;
/** Maximum duration of the last flush. */
const LAST_FLUSH_MS = 3_000;
/** Maximum number of queued views. Further ones are dropped to limit memory. */
const MOST_WAITING = 100_000;
/** Maximum number of views per SQL statement. */
const AT_ONCE = 5_000;
/** Maximum number of cached views. They need no database query when they are repeated. */
const REMEMBERED = 200_000;
/**
 * Maximum number of counted user agents per address and day, so that changing it does not inflate the count.
 */
const BROWSERS_OF_ADDRESS = 5;
const REMEMBERED_ADDRESSES = 50_000;
/** Maximum number of new addresses between two flushes. Visitors from further ones are not counted. */
const NEW_ADDRESSES = 1_000;
const PENDING_AT_ONCE = 20;
const VIEWER_BYTES = 12;

const ROBOT =
  /bot\b|bot[/;]|crawl|spider|slurp|preview|facebookexternalhit|embedly|monitoring|pingdom|lighthouse/i;

/** Returns whether a visitor has no user agent or that of a robot. Logged-in callers are never robots. */
const isRobot = ({ caller, userAgent }: Onlooker): boolean =>
  caller === null && (userAgent === '' || ROBOT.test(userAgent));

/** Returns the IPv4 address, or the /48 of an IPv6 address, which is usually assigned to one customer. */
const countedAddress = ({ clientAddress, clientNetwork }: Onlooker): string =>
  clientAddress.includes(':') ? clientNetwork : clientAddress;

const dayOf = (instant: string): Day => instant.slice(0, 10);

const dayBefore = (day: Day, days: number): Day =>
  dayOf(new Date(Date.parse(day) - days * 86_400_000).toISOString());

/** Creates the view counter of one process. */
export function createViewCounter(system: ViewsSystem): ViewCounter {
  const { clock, handler, ids, logger, privateData, secret } = system;
  const { viewCounts } = privateData;
  const remembered = new LRUCache<string, true>({ max: REMEMBERED });
  /** Counted user agents by day and address. */
  const browsers = new LRUCache<string, Set<string>>({ max: REMEMBERED_ADDRESSES });
  const waiting = new Map<Day, View[]>();
  let count = 0;
  let newAddresses = 0;
  let flushing: Promise<void> = Promise.resolve();
  let flushes = 0;
  let swept: Day | null = null;
  let failing = false;

  /** Pseudonymizes a viewer with an HMAC that differs per day, so that days cannot be linked. */
  const veiled = (who: string, day: Day): Buffer =>
    createHmac('sha256', secret).update(`view:${day}:${who}`).digest().subarray(0, VIEWER_BYTES);

  /** Returns the counted user agents of an address, or null when too many addresses are new. */
  function browsersOf(address: string): Set<string> | null {
    const known = browsers.get(address);
    if (known) return known;
    if (newAddresses >= NEW_ADDRESSES) return null;
    newAddresses += 1;
    const none = new Set<string>();
    browsers.set(address, none);
    return none;
  }

  /** Returns the viewer of a day, or null for a visitor who is not counted. */
  function viewerOf(who: Onlooker, day: Day): Buffer | null {
    if (who.caller) return veiled(who.caller.id, day);
    const address = countedAddress(who);
    const viewer = veiled(`${address} ${who.userAgent}`, day);
    const mark = viewer.toString('latin1');
    const counted = browsersOf(`${day} ${address}`);
    if (!counted || (!counted.has(mark) && counted.size >= BROWSERS_OF_ADDRESS)) return null;
    counted.add(mark);
    return viewer;
  }

  function add(day: Day, postId: PostId, viewer: Uint8Array, mark: string): void {
    if (count >= MOST_WAITING || remembered.has(mark)) return;
    remembered.set(mark, true);
    const views = waiting.get(day) ?? [];
    views.push({ postId, viewer });
    waiting.set(day, views);
    count += 1;
  }

  function saw(who: Onlooker, posts: readonly Post[]): void {
    const { caller } = who;
    if (posts.length === 0 || isRobot(who)) return;
    const day = dayOf(clock.now());
    const viewer = viewerOf(who, day);
    if (!viewer) return;
    const prefix = viewer.toString('latin1');
    for (const { id, creatorData } of posts)
      if (creatorData.id !== caller?.id) add(day, id, viewer, prefix + id);
  }

  async function record({ id, day, views }: ViewBatch): Promise<void> {
    const context = {
      commandId: id,
      correlationId: id,
      actor: { kind: 'system', id: 'views' },
      occurredAt: clock.now(),
    } as const;
    const handled = await handler.handle(viewBatchDecider, id, { type: 'RecordViews', day, views }, context);
    if (!handled.accepted) throw new Error(handled.rejection.message);
    await viewCounts.done(id);
  }

  /**
   * Counts the views that are queued at the start, in batches. Failed batches are queued again. Views that
   * arrive meanwhile wait for the next flush, because nearly each of them would otherwise become an event of
   * its own.
   */
  async function countDay(day: Day, views: View[]): Promise<void> {
    for (let left = views.length; left > 0; left -= AT_ONCE) {
      const some = views.splice(0, Math.min(left, AT_ONCE));
      const batch = await viewCounts.count(ids.next(), day, some).catch((error) => {
        views.unshift(...some);
        throw error;
      });
      count -= some.length;
      if (batch) await record(batch);
    }
    if (views.length === 0 && day !== dayOf(clock.now())) waiting.delete(day);
  }

  async function sweep(): Promise<void> {
    const today = dayOf(clock.now());
    if (swept === today) return;
    await viewCounts.forgetBefore(dayBefore(today, 1));
    swept = today;
  }

  async function flushNow(): Promise<void> {
    for (const batch of await viewCounts.pending(PENDING_AT_ONCE)) await record(batch);
    for (const [day, views] of waiting) await countDay(day, views);
    await sweep();
  }

  /** Logs only the first failure of an outage. */
  function noteFailure(error: unknown): void {
    if (!failing) logger.warn({ err: error }, 'views cannot be counted for now');
    failing = true;
  }

  function flush(): Promise<void> {
    newAddresses = 0;
    flushes += 1;
    const outcome = flushing.then(flushNow);
    flushing = outcome
      .then(() => {
        failing = false;
      }, noteFailure)
      .finally(() => {
        flushes -= 1;
      });
    return outcome;
  }

  const flushQuietly = (): Promise<void> => flush().catch(() => {});

  const timer = setInterval(() => {
    if (flushes === 0) void flushQuietly();
  }, FLUSH_MS);
  return {
    saw,
    flush,
    async close() {
      clearInterval(timer);
      await withTimeout(flushQuietly(), LAST_FLUSH_MS);
    },
  };
}
