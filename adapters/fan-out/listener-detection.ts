import { randomUUID } from 'node:crypto';
import { sleep } from '../../common/timing.ts';
import type { FanOut, FanOutHandlers } from '../../domain/ports/fan-out.ts';

/** Durations in milliseconds. */
interface DetectionTiming {
  readonly heartbeatIntervalMs: number;
  /** Time after the last heartbeat of another process until messages are no longer sent. */
  readonly timeoutMs: number;
  /** Maximum age of this process's own heartbeat. An older one shows that heartbeats are not received. */
  readonly maxOwnAgeMs: number;
}

const TIMING: DetectionTiming = { heartbeatIntervalMs: 1_000, timeoutMs: 10_000, maxOwnAgeMs: 3_000 };

const TOPIC = 'kindra_listeners';

interface Subscription {
  readonly topic: string;
  readonly handlers: FanOutHandlers;
}

interface ListenerDetection {
  /** Returns whether no other process listens. Returns false unless heartbeats are known to be received. */
  readonly isAlone: () => boolean;
  readonly close: () => Promise<void>;
}

/** Sends heartbeats to other processes and receives theirs. */
function detectListeners(
  fanOut: FanOut,
  { heartbeatIntervalMs, timeoutMs, maxOwnAgeMs }: DetectionTiming,
): ListenerDetection {
  const id = randomUUID();
  const closeController = new AbortController();
  let otherHeartbeatAt = Number.POSITIVE_INFINITY;
  let ownHeartbeatAt = Number.NEGATIVE_INFINITY;

  const sendHeartbeat = (): Promise<void> => fanOut.publish(TOPIC, id);

  async function sendHeartbeats(): Promise<void> {
    while (!closeController.signal.aborted) {
      // Not awaited, because a slow heartbeat must not delay the next one.
      void sendHeartbeat();
      await sleep(heartbeatIntervalMs, closeController.signal);
    }
  }

  const subscription = fanOut.subscribe(TOPIC, {
    onMessage: (sender) => {
      if (sender === id) ownHeartbeatAt = performance.now();
      else otherHeartbeatAt = performance.now();
    },
    onSubscribed: () => {
      // Heartbeats of other processes may have been missed.
      otherHeartbeatAt = performance.now();
      void sendHeartbeat();
    },
  });
  const heartbeats = sendHeartbeats();
  return {
    isAlone: () => {
      const now = performance.now();
      return now - otherHeartbeatAt > timeoutMs && now - ownHeartbeatAt < maxOwnAgeMs;
    },
    close: async () => {
      closeController.abort();
      await heartbeats;
      await subscription.close();
    },
  };
}

/**
 * Creates a fan-out that sends messages only while another process may listen, because each message takes a statement
 * and wakes a connection in every process. Otherwise it delivers them in this process. Processes detect each other only
 * if all of them use such a fan-out.
 */
export function withListenerDetection(fanOut: FanOut, timing: DetectionTiming = TIMING): FanOut {
  const { createStatement } = fanOut;
  const subscriptions = new Set<Subscription>();
  let detection: ListenerDetection | null = null;

  const isAlone = (): boolean => detection?.isAlone() ?? false;

  function deliver(topic: string, message: string): void {
    for (const subscription of [...subscriptions])
      if (subscription.topic === topic) subscription.handlers.onMessage(message);
  }

  return {
    publish: async (topic, message) => {
      if (isAlone()) queueMicrotask(() => deliver(topic, message));
      else await fanOut.publish(topic, message);
    },
    ...(createStatement && {
      createStatement: (topic, message) => (isAlone() ? null : createStatement(topic, message)),
    }),
    subscribe: (topic, handlers) => {
      const subscription = { topic, handlers };
      subscriptions.add(subscription);
      detection ??= detectListeners(fanOut, timing);
      const { close } = fanOut.subscribe(topic, handlers);
      return {
        close: async () => {
          const isLast = subscriptions.delete(subscription) && subscriptions.size === 0;
          const endedDetection = isLast ? detection : null;
          if (isLast) detection = null;
          await Promise.all([close(), endedDetection?.close()]);
        },
      };
    },
  };
}
