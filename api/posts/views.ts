import { createHmac } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { inTime } from '../../common/waiting.ts';
import type { Day, PostId } from '../../domain/kernel/ids.ts';
import type { PrivateData, View, ViewBatch } from '../../domain/ports/private-data.ts';
import { viewBatchDecider } from '../../domain/posts/decide.ts';
import type { Post } from '../contract/shapes.ts';
import type { Caller } from '../http/caller.ts';
import type { ApiSystem } from '../http/system.ts';

/** Who looked, as far as it matters here. */
export interface Onlooker {
  /** Null for a visitor, who is known by address and browser; beyond so many browsers, by the address alone. */
  readonly caller: Pick<Caller, 'id'> | null;
  readonly clientAddress: string;
  readonly userAgent: string;
}

/** Counts who saw which post: once each viewer and day, never its author, nor a visitor who is a robot. */
export interface ViewCounter {
  /** Posts were delivered to somebody. Costs the request nothing: it is counted within seconds. */
  readonly saw: (viewer: Onlooker, posts: readonly Post[]) => void;
  /** Counts what was seen so far, and hands on what an earlier process could not. */
  readonly flush: () => Promise<void>;
  /** Flushes a last time; a database that hangs is not waited for longer than some seconds. */
  readonly close: () => Promise<void>;
}

/** What counting views needs of the system. */
export interface ViewsSystem extends Pick<ApiSystem, 'clock' | 'handler' | 'ids' | 'logger' | 'secret'> {
  readonly privateData: Pick<PrivateData, 'viewCounts'>;
}

const FLUSH_MS = 1_000;
/** How long the last flush may take. */
const LAST_FLUSH_MS = 3_000;
/** Views that may wait to be counted; beyond it they are let go, rather than the process fall over. */
const MOST_WAITING = 100_000;
/** Views of one statement. */
const AT_ONCE = 5_000;
/** Views known to be counted already, so that scrolling again asks nothing of the database. */
const REMEMBERED = 200_000;
/** Browsers of one address and day that are told apart: one that names itself anew each time is not a crowd. */
const MOST_BROWSERS = 50;
const REMEMBERED_ADDRESSES = 10_000;
const PENDING_AT_ONCE = 20;
const VIEWER_BYTES = 12;

const ROBOT =
  /bot\b|bot[/;]|crawl|spider|slurp|preview|facebookexternalhit|embedly|monitoring|pingdom|lighthouse/i;

/** A visitor who says so, or nothing. Whoever is logged in is somebody, whatever they read with. */
const isRobot = ({ caller, userAgent }: Onlooker): boolean =>
  caller === null && (userAgent === '' || ROBOT.test(userAgent));

const dayOf = (instant: string): Day => instant.slice(0, 10);

const dayBefore = (day: Day, days: number): Day =>
  dayOf(new Date(Date.parse(day) - days * 86_400_000).toISOString());

export function createViewCounter(system: ViewsSystem): ViewCounter {
  const { clock, handler, ids, logger, privateData, secret } = system;
  const { viewCounts } = privateData;
  const remembered = new LRUCache<string, true>({ max: REMEMBERED });
  /** Of each address and day, the browsers that are told apart. */
  const browsers = new LRUCache<string, Set<string>>({ max: REMEMBERED_ADDRESSES });
  const waiting = new Map<Day, View[]>();
  let count = 0;
  let flushing: Promise<void> = Promise.resolve();
  let flushes = 0;
  let swept: Day | null = null;
  let failing = false;

  /** Nobody can tell from it who it is, or that yesterday's was the same. */
  const veiled = (who: string, day: Day): Buffer =>
    createHmac('sha256', secret).update(`view:${day}:${who}`).digest().subarray(0, VIEWER_BYTES);

  /** A viewer of a day. */
  function viewerOf({ caller, clientAddress, userAgent }: Onlooker, day: Day): Buffer {
    if (caller) return veiled(caller.id, day);
    const viewer = veiled(`${clientAddress} ${userAgent}`, day);
    const mark = viewer.toString('latin1');
    const address = `${day} ${clientAddress}`;
    const told = browsers.get(address) ?? new Set();
    if (!told.has(mark) && told.size >= MOST_BROWSERS) return veiled(clientAddress, day);
    browsers.set(address, told.add(mark));
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

  /** Counts what waits, a statement's worth at a time; what could not be kept waits again. */
  async function countDay(day: Day, views: View[]): Promise<void> {
    while (views.length > 0) {
      const some = views.splice(0, AT_ONCE);
      const batch = await viewCounts.count(ids.next(), day, some).catch((error) => {
        views.unshift(...some);
        throw error;
      });
      count -= some.length;
      if (batch) await record(batch);
    }
    if (day !== dayOf(clock.now())) waiting.delete(day);
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

  /** Says once that it fails, not every second of an outage. */
  function noteFailure(error: unknown): void {
    if (!failing) logger.warn({ err: error }, 'views cannot be counted for now');
    failing = true;
  }

  function flush(): Promise<void> {
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
      await inTime(flushQuietly(), LAST_FLUSH_MS);
    },
  };
}
