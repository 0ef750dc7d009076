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
import { toRecordedEvent, toServerPosition } from './mapping.ts';

export interface ServerSubscriptionOptions extends SubscribeOptions {
  readonly client: EventStoreDBClient;
  /** How long the server may take to confirm a subscription. */
  readonly deadlineMs: number;
  /** Position of the last event, to notice having caught up where the server does not say so. */
  readonly head: () => Promise<Position>;
  /** Id of the event at a position, to notice before each subscription that the past of the log has changed. */
  readonly eventIdAt: EventLog['eventIdAt'];
}

/** Silence after which a subscription looks by itself whether it has caught up. Servers before 23.10 never tell. */
const LOOK_AFTER_MS = 250;

/**
 * Subscribes by the client's subscriptions, which end for good when their connection does: each is followed by another
 * one, from the position that was handled last.
 */
export function subscribeToServer(options: ServerSubscriptionOptions): Subscription {
  const { client, batchSize = DEFAULT_BATCH, onEvents, onCaughtUp, onPastChanged, onFailure } = options;
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

  /** Follows one subscription of the client until it breaks. Tells whether it ever worked. */
  async function follow(): Promise<boolean> {
    const feed = openFeed(client, position, batchSize, options.deadlineMs, signal);
    try {
      while (!signal.aborted) {
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
    return feed.wasConfirmed();
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
    for (let failures = 0; !signal.aborted; failures += 1) {
      if ((await comparePast()) && !signal.aborted && (await follow())) failures = 0;
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

/** The events of one subscription of the client, held back while nobody takes them. */
interface Feed {
  /** What has arrived; waits for something to happen, but not for ever. */
  readonly next: (waitMs: number) => Promise<RecordedEvent[]>;
  readonly isDrained: () => boolean;
  /** Whether the server says that everything older has been sent. */
  readonly isLive: () => boolean;
  readonly hasEnded: () => boolean;
  readonly wasConfirmed: () => boolean;
  readonly close: () => void;
}

function openFeed(
  client: EventStoreDBClient,
  after: Position,
  batchSize: number,
  deadlineMs: number,
  signal: AbortSignal,
): Feed {
  let arrived: RecordedEvent[] = [];
  let live = false;
  let confirmed = false;
  let ended = false;
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
  });
  const end = update(() => {
    ended = true;
  });
  source.on('error', end);
  source.on('end', end);
  source.on('close', end);
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
  const unconfirmed = setTimeout(end, deadlineMs);

  return {
    next: async (waitMs) => {
      if (arrived.length === 0 && !ended) {
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
    hasEnded: () => ended,
    wasConfirmed: () => confirmed,
    close: () => {
      clearTimeout(unconfirmed);
      void source.unsubscribe().catch(() => undefined);
      source.destroy();
    },
  };
}
