import {
  type AllStreamSubscription,
  type EventStoreDBClient,
  excludeSystemEvents,
  START,
} from '@eventstore/db-client';
import { pause } from '../../../common/waiting.ts';
import type { Position, RecordedEvent } from '../../../domain/kernel/event.ts';
import type { Uuid } from '../../../domain/kernel/ids.ts';
import type { EventLog, SubscribeOptions, Subscription } from '../../../domain/ports/event-log.ts';
import { backoffMs } from '../shared/backoff.ts';
import { DEFAULT_BATCH } from '../shared/paged-subscription.ts';
import type { LeaderConnection } from './leader.ts';
import { toRecordedEvent, toServerPosition } from './mapping.ts';

export interface ServerSubscriptionOptions extends SubscribeOptions {
  readonly client: EventStoreDBClient;
  readonly leader: LeaderConnection;
  /** How long the server may take to confirm a subscription. */
  readonly deadlineMs: number;
  /**
   * Position of the last event on the leader. Shows that the subscription has caught up where the server does not say
   * so, and makes the client change its connection when its node is not the leader any more.
   */
  readonly head: () => Promise<Position>;
  /** Id of the event at a position, to notice before each subscription that the past of the log has changed. */
  readonly eventIdAt: EventLog['eventIdAt'];
}

/** Silence after which a subscription looks by itself whether it has caught up. Servers before 23.10 never tell. */
const LOOK_AFTER_MS = 250;
/** How often a subscription checks that its node is still the leader. */
const LEADER_CHECK_MS = 2_000;

/**
 * Subscribes by the client's subscriptions, which end for good when their connection does: each is followed by another
 * one, from the position that was handled last.
 */
export function subscribeToServer(options: ServerSubscriptionOptions): Subscription {
  const { leader, batchSize = DEFAULT_BATCH, onEvents, onCaughtUp } = options;
  const { onPastChanged, onFailure, onDropped } = options;
  const closing = new AbortController();
  const { signal } = closing;
  let position = options.after;
  /** Id of the event at the position, once it is known. */
  let lastId: Uuid | undefined;
  let behind = true;

  async function deliver(events: readonly RecordedEvent[]): Promise<void> {
    for (let from = 0; from < events.length && !signal.aborted; from += batchSize) {
      const batch = events.slice(from, from + batchSize);
      await onEvents(batch);
      position = batch.at(-1)?.position ?? position;
      lastId = batch.at(-1)?.id ?? lastId;
      behind = true;
    }
  }

  function reportCaughtUp(): void {
    if (behind && !signal.aborted) onCaughtUp?.(position);
    behind = false;
  }

  async function lookForTheEnd(): Promise<boolean> {
    const head = await options.head().catch(() => Number.POSITIVE_INFINITY);
    return position >= head;
  }

  let checkedAt = performance.now();
  let checking = false;

  /** A node that lost its role goes on to serve its subscriptions, with what it has. */
  function checkLeader(): void {
    if (checking || performance.now() - checkedAt < LEADER_CHECK_MS) return;
    checking = true;
    void lookForTheEnd().finally(() => {
      checking = false;
      checkedAt = performance.now();
    });
  }

  /** Follows one subscription of the client until it breaks. Resolves with the reason, and whether it ever worked. */
  async function follow(): Promise<{ readonly worked: boolean; readonly reason: Error }> {
    const replacedBefore = leader.replaced();
    const feed = openFeed(options, position, batchSize, signal);
    try {
      while (!signal.aborted) {
        checkLeader();
        if (leader.replaced() !== replacedBefore) break;
        const arrived = await feed.next(LOOK_AFTER_MS);
        await deliver(arrived.filter((event) => event.position > position));
        if (
          feed.isDrained() &&
          (feed.isLive() || (arrived.length === 0 && behind && (await lookForTheEnd())))
        ) {
          if (feed.isDrained()) reportCaughtUp();
        }
        // What is still on its way is sent again to the next subscription.
        if (feed.hasEnded() && arrived.length === 0) break;
      }
    } finally {
      feed.close();
    }
    return { worked: feed.wasConfirmed(), reason: feed.failure() ?? CONNECTION_REPLACED };
  }

  /** Skips to the end of the log if the event that was handled last is not in it any more. */
  async function restartIfPastChanged(): Promise<void> {
    if (position === 0) return;
    const found = await options.eventIdAt(position);
    if (found !== null && (lastId === undefined || found === lastId)) {
      lastId = found;
      return;
    }
    position = await options.head();
    lastId = undefined;
    behind = true;
    onPastChanged?.(position);
  }

  /** Whether the past could be compared; a server out of reach is tried again. */
  const comparePast = (): Promise<boolean> =>
    restartIfPastChanged().then(
      () => true,
      () => false,
    );

  async function run(): Promise<void> {
    let reported = '';
    for (let failures = 0; !signal.aborted; failures += 1) {
      if ((await comparePast()) && !signal.aborted) {
        const { worked, reason } = await follow();
        if (signal.aborted) return;
        if (worked) failures = 0;
        if (failures === 0 || reason.message !== reported) onDropped?.(reason);
        reported = reason.message;
      }
      await pause(backoffMs(failures), signal);
    }
  }

  const running = run().catch((error: unknown) => {
    closing.abort();
    onFailure?.(error);
  });
  return {
    close: async () => {
      closing.abort();
      await running;
    },
  };
}

const CONNECTION_REPLACED = new Error('the client connected to another node, or to the same one again');

/** The events of one subscription of the client, held back while nobody takes them. */
interface Feed {
  /** What has arrived; waits for something to happen, but not for ever. */
  readonly next: (waitMs: number) => Promise<RecordedEvent[]>;
  readonly isDrained: () => boolean;
  /** Whether the server says that everything older has been sent. */
  readonly isLive: () => boolean;
  readonly hasEnded: () => boolean;
  /** Why it ended; null while it goes on. */
  readonly failure: () => Error | null;
  readonly wasConfirmed: () => boolean;
  readonly close: () => void;
}

function openFeed(
  { client, leader, deadlineMs }: Pick<ServerSubscriptionOptions, 'client' | 'leader' | 'deadlineMs'>,
  after: Position,
  batchSize: number,
  signal: AbortSignal,
): Feed {
  let arrived: RecordedEvent[] = [];
  let live = false;
  let confirmed = false;
  let failure: Error | null = null;
  let happened = new AbortController();

  function update(change: () => void): () => void {
    return () => {
      change();
      happened.abort();
    };
  }

  const source: AllStreamSubscription = client.subscribeToAll({
    fromPosition: after === 0 ? START : toServerPosition(after),
    filter: excludeSystemEvents({ checkpointInterval: 1_000 }),
    requiresLeader: true,
  });
  const endWith = (reason: string) =>
    update(() => {
      failure ??= new Error(reason);
    });
  source.on('error', (error) => {
    leader.failed(error);
    failure ??= error;
    happened.abort();
  });
  source.on('end', endWith('the server ended the subscription'));
  source.on('close', endWith('the subscription was closed'));
  source.on(
    'caughtUp',
    update(() => {
      live = true;
    }),
  );
  source.on(
    'fellBehind',
    update(() => {
      live = false;
    }),
  );
  source.on(
    'confirmation',
    update(() => {
      confirmed = true;
      clearTimeout(unconfirmed);
    }),
  );
  source.on('data', (resolved) => {
    const event = toRecordedEvent(resolved);
    if (event) arrived.push(event);
    if (arrived.length >= batchSize) source.pause();
    happened.abort();
  });
  const unconfirmed = setTimeout(
    endWith(`the server did not confirm the subscription within ${deadlineMs} ms`),
    deadlineMs,
  );

  return {
    next: async (waitMs) => {
      if (arrived.length === 0 && !failure) {
        happened = new AbortController();
        await pause(waitMs, AbortSignal.any([happened.signal, signal]));
      }
      const taken = arrived;
      arrived = [];
      source.resume();
      return taken;
    },
    isDrained: () => arrived.length === 0 && source.readableLength === 0,
    isLive: () => live,
    hasEnded: () => failure !== null,
    failure: () => failure,
    wasConfirmed: () => confirmed,
    close: () => {
      clearTimeout(unconfirmed);
      void source.unsubscribe().catch(() => undefined);
      source.destroy();
    },
  };
}
