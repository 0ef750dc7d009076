import { RateLimiterMemory } from 'rate-limiter-flexible';
import { createBatchLoader } from '../../../domain/kernel/batch-loader.ts';
import type { AccountId } from '../../../domain/kernel/ids.ts';
import type { FanOutSubscription } from '../../../domain/ports/fan-out.ts';
import { ApiFailure } from '../../http/failure.ts';
import type { ApiSystem } from '../../http/system.ts';
import type { OpenConnections } from './connection-registry.ts';
import type { SendPermissionCheck } from './send-permission-check.ts';

const TOPIC = 'typing';
/** Per author and receiver. Earlier signals are dropped. */
const MIN_INTERVAL_SECONDS = 2;
/** Pause after each batch, which limits the number of fan-out messages per process. */
const PUBLISH_PAUSE_MS = 50;
/** A fan-out message has at most 4,000 bytes, a signal two ids and two separators. */
const MAX_SIGNALS_PER_MESSAGE = 50;

interface Signal {
  readonly authorId: AccountId;
  readonly receiverId: AccountId;
}

const serializeSignals = (signals: readonly Signal[]): string =>
  signals.map(({ authorId, receiverId }) => `${authorId} ${receiverId}`).join('\n');

const parseSignals = (message: string): readonly Signal[] =>
  message.split('\n').map((line) => {
    const [authorId = '', receiverId = ''] = line.split(' ');
    return { authorId, receiverId } as Signal;
  });

/** Signals that an account is typing a message. They are neither logged nor stored, and can be lost. */
export interface TypingSignals {
  /** Sends a signal to the receiver's sockets in all processes if the author may write to the receiver. */
  readonly send: (authorId: AccountId, receiverId: AccountId) => void;
  /** Further calls have no effect. */
  readonly startDelivery: () => void;
  readonly close: () => void;
}

/** Creates the typing signals for this process. */
export function createTypingSignals(
  { fanOut, logger }: Pick<ApiSystem, 'fanOut' | 'logger'>,
  checkSendPermission: SendPermissionCheck,
  openConnections: OpenConnections,
): TypingSignals {
  const limiter = new RateLimiterMemory({ points: 1, duration: MIN_INTERVAL_SECONDS });
  let subscription: FanOutSubscription | undefined;

  const publish = createBatchLoader<Signal, void>(
    async (signals) => {
      for (let start = 0; start < signals.length; start += MAX_SIGNALS_PER_MESSAGE)
        await fanOut.publish(TOPIC, serializeSignals(signals.slice(start, start + MAX_SIGNALS_PER_MESSAGE)));
      return [];
    },
    { maxConcurrent: 1, pauseMs: PUBLISH_PAUSE_MS },
  );

  function deliver({ authorId, receiverId }: Signal): void {
    for (const connection of openConnections.get(receiverId) ?? [])
      if (connection.hasTypingSignals) connection.send(JSON.stringify({ typing: authorId }));
  }

  async function limitAndPublish(signal: Signal): Promise<void> {
    const isAllowed = await limiter.consume(serializeSignals([signal])).then(
      () => true,
      () => false,
    );
    if (!isAllowed) return;
    await checkSendPermission(signal.authorId, signal.receiverId);
    await publish(signal);
  }

  return {
    send(authorId, receiverId) {
      if (authorId === receiverId) return;
      limitAndPublish({ authorId, receiverId }).catch((error: unknown) => {
        // A refusal is not reported, because the author has sent nothing yet.
        if (!(error instanceof ApiFailure)) logger.warn({ err: error }, 'typing signal not sent');
      });
    },
    startDelivery() {
      subscription ??= fanOut.subscribe(TOPIC, {
        onMessage: (message) => parseSignals(message).forEach(deliver),
      });
    },
    close() {
      void subscription?.close();
    },
  };
}
