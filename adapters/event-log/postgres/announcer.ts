import { sleep } from '../../../common/timing.ts';
import type { Position } from '../../../domain/kernel/event.ts';
import type { FanOut, FanOutSubscription } from '../../../domain/ports/fan-out.ts';

const TOPIC = 'log_appended';

/** Minimum pause between two announcements, in milliseconds. */
const MIN_PAUSE_MS = 10;
/**
 * Pause after an announcement of many events, in milliseconds. Each announcement wakes all listening
 * processes, and every projection then runs a transaction.
 */
const LONG_PAUSE_MS = 25;
const BURST_EVENTS = 10;

/** Announces the head of the log to other processes. */
export interface Announcer {
  readonly announce: (position: Position) => void;
  /** Resets the head after the log history has changed. */
  readonly restart: (position: Position) => void;
  readonly close: () => Promise<void>;
}

/**
 * Creates an announcer. It makes a separate call after the commit, because NOTIFY in the appending
 * transaction would take a database-wide lock. If an announcement is lost, other processes find the events by
 * polling.
 */
export function createAnnouncer(fanOut: FanOut): Announcer {
  const closeController = new AbortController();
  let headPosition: Position = 0;
  let announcedPosition: Position = 0;
  let runningLoop: Promise<void> | null = null;

  async function run(): Promise<void> {
    while (announcedPosition < headPosition) {
      const position = headPosition;
      await fanOut.publish(TOPIC, `${position}`);
      const isBurst = position - announcedPosition >= BURST_EVENTS;
      announcedPosition = position;
      await sleep(isBurst ? LONG_PAUSE_MS : MIN_PAUSE_MS, closeController.signal);
    }
    runningLoop = null;
  }

  return {
    announce: (position) => {
      headPosition = Math.max(headPosition, position);
      runningLoop ??= run();
    },
    restart: (position) => {
      headPosition = position;
      announcedPosition = position;
    },
    close: async () => {
      closeController.abort();
      await runningLoop;
    },
  };
}

interface ListenerHandlers {
  readonly onHeadAnnounced: (position: Position) => void;
  /** Called when the subscription is established or re-established. Announcements before that were missed. */
  readonly onListening: () => void;
}

/** Subscribes to announcements from other processes. */
export const subscribeToAnnouncements = (
  fanOut: FanOut,
  { onHeadAnnounced, onListening }: ListenerHandlers,
): FanOutSubscription =>
  fanOut.subscribe(TOPIC, {
    onMessage: (position) => onHeadAnnounced(Number(position)),
    onSubscribed: onListening,
  });
