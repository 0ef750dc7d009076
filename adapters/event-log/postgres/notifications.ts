import { pause } from '../../../common/waiting.ts';
import type { Position } from '../../../domain/kernel/event.ts';
import type { FanOut, FanOutListener } from '../../../domain/ports/fan-out.ts';

const TOPIC = 'log_appended';

/** Pause between two announcements. */
const REST_MS = 10;
/**
 * Pause behind an announcement of a crowd of events: each wakes every process that listens, and costs a projection a
 * transaction.
 */
const CROWDED_REST_MS = 25;
const CROWD = 10;

/** Tells the other processes how far the log reaches. */
export interface Announcer {
  readonly announce: (position: Position) => void;
  /** The past of the log has changed: it reaches to this position, however far it reached before. */
  readonly restart: (position: Position) => void;
  readonly close: () => Promise<void>;
}

/**
 * Announces after the commit and on a call of its own, since a NOTIFY within the appending transaction would take a
 * lock on the whole database; and at most once every few milliseconds. A lost announcement is made up for by polling.
 */
export function createAnnouncer(fanOut: FanOut): Announcer {
  const closing = new AbortController();
  let reached: Position = 0;
  let announced: Position = 0;
  let running: Promise<void> | null = null;

  async function run(): Promise<void> {
    while (announced < reached) {
      const position = reached;
      await fanOut.tell(TOPIC, `${position}`);
      const crowded = position - announced >= CROWD;
      announced = position;
      await pause(crowded ? CROWDED_REST_MS : REST_MS, closing.signal);
    }
    running = null;
  }

  return {
    announce: (position) => {
      reached = Math.max(reached, position);
      running ??= run();
    },
    restart: (position) => {
      reached = position;
      announced = position;
    },
    close: async () => {
      closing.abort();
      await running;
    },
  };
}

export interface ListenerHandlers {
  readonly onReached: (position: Position) => void;
  /** The listener has just begun to hear, at first or again: what was said before was missed. */
  readonly onListening: () => void;
}

/** Hears what other processes announce. */
export const startListening = (
  fanOut: FanOut,
  { onReached, onListening }: ListenerHandlers,
): FanOutListener =>
  fanOut.listen(TOPIC, { onMessage: (position) => onReached(Number(position)), onListening });
