import {
  type AllStreamSubscription,
  type EventStoreDBClient,
  excludeSystemEvents,
  START,
} from '@eventstore/db-client';
import { sleep } from '../../../common/timing.ts';
import type { Position, RecordedEvent } from '../../../domain/kernel/event.ts';
import type { Uuid } from '../../../domain/kernel/ids.ts';
import type { EventLog, SubscribeOptions, Subscription } from '../../../domain/ports/event-log.ts';
import { DEFAULT_BATCH_SIZE } from '../shared/paged-subscription.ts';
import { calculateBackoffMs } from '../shared/retry.ts';
import type { LeaderConnection } from './leader.ts';
import { toRecordedEvent, toServerPosition } from './mapping.ts';

interface ServerSubscriptionOptions extends SubscribeOptions {
  readonly client: EventStoreDBClient;
  readonly leader: LeaderConnection;
  /** Timeout for the server's confirmation of a subscription, in milliseconds. */
  readonly deadlineMs: number;
  /**
   * Returns the head of the log on the leader. If the client's node is no longer the leader, the call makes the client
   * reconnect.
   */
  readonly head: () => Promise<Position>;
  /** Called before each subscription to detect a changed log history. */
  readonly findEventIdAt: EventLog['findEventIdAt'];
}

/** Interval at which a subscription without events checks whether its client has reconnected, in milliseconds. */
const CONNECTION_CHECK_INTERVAL_MS = 250;
/** Interval at which the subscription checks that its node is still the leader, in milliseconds. */
const LEADER_CHECK_INTERVAL_MS = 2_000;

/** Subscribes to the log. Resumes after the last handled position when a connection ends. */
export function subscribeToServer(options: ServerSubscriptionOptions): Subscription {
  const { leader, batchSize = DEFAULT_BATCH_SIZE, onEvents } = options;
  const { onHistoryChanged, onFailure, onDropped } = options;
  const closeController = new AbortController();
  const { signal } = closeController;
  let position = options.after;
  /** Id of the event at `position`, once it is known. */
  let lastId: Uuid | undefined;

  async function deliver(events: readonly RecordedEvent[]): Promise<void> {
    for (let offset = 0; offset < events.length && !signal.aborted; offset += batchSize) {
      const batch = events.slice(offset, offset + batchSize);
      await onEvents(batch);
      position = batch.at(-1)?.position ?? position;
      lastId = batch.at(-1)?.id ?? lastId;
    }
  }

  let checkedAt = performance.now();
  let isChecking = false;

  /** Checks at intervals whether the node is still the leader, because a former leader serves stale data. */
  function checkLeader(): void {
    if (isChecking || performance.now() - checkedAt < LEADER_CHECK_INTERVAL_MS) return;
    isChecking = true;
    void options
      .head()
      .catch(() => {})
      .finally(() => {
        isChecking = false;
        checkedAt = performance.now();
      });
  }

  /** Follows one client subscription until it breaks, for the returned reason. */
  async function follow(): Promise<{ readonly wasEstablished: boolean; readonly reason: Error }> {
    const initialReplacementCount = leader.getReplacementCount();
    const feed = openFeed(options, position, batchSize, signal);
    try {
      while (!signal.aborted) {
        checkLeader();
        if (leader.getReplacementCount() !== initialReplacementCount) break;
        const newEvents = await feed.next(CONNECTION_CHECK_INTERVAL_MS);
        await deliver(newEvents.filter((event) => event.position > position));
        // The next subscription delivers the remaining events again.
        if (feed.hasEnded() && newEvents.length === 0) break;
      }
    } finally {
      feed.close();
    }
    return { wasEstablished: feed.wasConfirmed(), reason: feed.getFailure() ?? CONNECTION_REPLACED };
  }

  /** Skips to the end of the log if the log no longer contains the last handled event. */
  async function restartIfHistoryChanged(): Promise<void> {
    if (position === 0) return;
    const currentId = await options.findEventIdAt(position);
    if (currentId !== null && (lastId === undefined || currentId === lastId)) {
      lastId = currentId;
      return;
    }
    position = await options.head();
    lastId = undefined;
    onHistoryChanged?.(position);
  }

  /** Compares the history and returns whether the comparison succeeded. If not, the caller retries it. */
  const tryRestartIfHistoryChanged = (): Promise<boolean> =>
    restartIfHistoryChanged().then(
      () => true,
      () => false,
    );

  async function run(): Promise<void> {
    let reportedMessage = '';
    for (let failures = 0; !signal.aborted; failures += 1) {
      if ((await tryRestartIfHistoryChanged()) && !signal.aborted) {
        const { wasEstablished, reason } = await follow();
        if (signal.aborted) return;
        if (wasEstablished) failures = 0;
        if (failures === 0 || reason.message !== reportedMessage) onDropped?.(reason);
        reportedMessage = reason.message;
      }
      await sleep(calculateBackoffMs(failures), signal);
    }
  }

  const runPromise = run().catch((error: unknown) => {
    closeController.abort();
    onFailure?.(error);
  });
  return {
    close: async () => {
      closeController.abort();
      await runPromise;
    },
  };
}

const CONNECTION_REPLACED = new Error('the client connected to another node, or to the same one again');

/** Buffers the events of one client subscription. */
interface Feed {
  /** Takes the buffered events. If there are none, waits up to `waitMs` for an event or a state change. */
  readonly next: (waitMs: number) => Promise<RecordedEvent[]>;
  readonly hasEnded: () => boolean;
  /** Returns why the subscription ended, or null while it is active. */
  readonly getFailure: () => Error | null;
  readonly wasConfirmed: () => boolean;
  readonly close: () => void;
}

function openFeed(
  { client, leader, deadlineMs }: Pick<ServerSubscriptionOptions, 'client' | 'leader' | 'deadlineMs'>,
  after: Position,
  batchSize: number,
  signal: AbortSignal,
): Feed {
  let bufferedEvents: RecordedEvent[] = [];
  let isConfirmed = false;
  let failure: Error | null = null;
  let changeSignal = new AbortController();

  function update(change: () => void): () => void {
    return () => {
      change();
      changeSignal.abort();
    };
  }

  const source: AllStreamSubscription = client.subscribeToAll({
    fromPosition: after === 0 ? START : toServerPosition(after),
    filter: excludeSystemEvents({ checkpointInterval: 1_000 }),
    requiresLeader: true,
  });
  const createFailureHandler = (reason: string) =>
    update(() => {
      failure ??= new Error(reason);
    });
  source.on('error', (error) => {
    leader.reportError(error);
    failure ??= error;
    changeSignal.abort();
  });
  source.on('end', createFailureHandler('the server ended the subscription'));
  source.on('close', createFailureHandler('the subscription was closed'));
  source.on(
    'confirmation',
    update(() => {
      isConfirmed = true;
      clearTimeout(confirmationTimer);
    }),
  );
  source.on('data', (resolved) => {
    const event = toRecordedEvent(resolved);
    if (event) bufferedEvents.push(event);
    if (bufferedEvents.length >= batchSize) source.pause();
    changeSignal.abort();
  });
  const confirmationTimer = setTimeout(
    createFailureHandler(`the server did not confirm the subscription within ${deadlineMs} ms`),
    deadlineMs,
  );

  return {
    next: async (waitMs) => {
      if (bufferedEvents.length === 0 && !failure) {
        changeSignal = new AbortController();
        await sleep(waitMs, AbortSignal.any([changeSignal.signal, signal]));
      }
      const nextEvents = bufferedEvents;
      bufferedEvents = [];
      source.resume();
      return nextEvents;
    },
    hasEnded: () => failure !== null,
    getFailure: () => failure,
    wasConfirmed: () => isConfirmed,
    close: () => {
      clearTimeout(confirmationTimer);
      void source.unsubscribe().catch(() => undefined);
      source.destroy();
    },
  };
}
