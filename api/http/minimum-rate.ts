import type { IncomingMessage } from 'node:http';

/** How long a body may be slow at its beginning, in milliseconds. */
const SLOW_START_MS = 10_000;
/** Slowest rates of a body at its beginning and after it, in bytes a second. */
const START_RATE = 8_000;
/** Slowest rate of a body after its beginning, in bytes a second. A body of this rate is sent well. */
export const GOOD_RATE = 32_000;
/** Longest time that a body may take, in milliseconds. */
export const LONGEST_BODY_MS = 180_000;

/** Period over which rates are measured, in milliseconds. */
const WINDOW_MS = 5_000;
const CHECK_MS = 1_000;

/** Watches the rate of a body. */
export interface RateWatch {
  /** Returns bytes a second during the last seconds, or null when it is too early to tell or the body is complete. */
  readonly rate: () => number | null;
  /** Cuts the request. */
  readonly cut: () => void;
  readonly end: () => void;
}

interface Sample {
  readonly at: number;
  readonly bytes: number;
}

/** Returns the bytes that a body must bring between two moments, in milliseconds since it began. */
export function requiredBytes(from: number, to: number): number {
  const atStart = Math.max(0, Math.min(to, SLOW_START_MS) - from);
  const after = Math.max(0, to - Math.max(from, SLOW_START_MS));
  return (atStart * START_RATE + after * GOOD_RATE) / 1_000;
}

/**
 * Cuts a request whose body is slower than 8 KB/s in its first 10 s or 32 KB/s after that, or takes longer than 180 s. A
 * body that is slow would keep others out by sending next to nothing.
 * @param sinceMs how long the body has been under way already
 */
export function enforceMinimumRate(request: IncomingMessage, sinceMs = 0): RateWatch {
  const { socket } = request;
  const began = performance.now() - sinceMs;
  const now = (): Sample => ({ at: performance.now() - began, bytes: socket.bytesRead });
  const samples: Sample[] = [now()];

  const isTooSlow = (first: Sample, last: Sample): boolean =>
    last.at - first.at >= WINDOW_MS && last.bytes - first.bytes < requiredBytes(first.at, last.at);

  function check(): void {
    const last = now();
    samples.push(last);
    while (samples[1] && last.at - samples[1].at >= WINDOW_MS) samples.shift();
    if (request.complete || socket.destroyed) end();
    else if (last.at > LONGEST_BODY_MS || isTooSlow(samples[0] as Sample, last)) request.destroy();
  }

  const timer = setInterval(check, CHECK_MS);
  const end = (): void => clearInterval(timer);
  request.once('close', end);
  return {
    rate() {
      const [first] = samples as [Sample];
      const last = now();
      const ms = last.at - first.at;
      return ms < CHECK_MS || request.complete ? null : ((last.bytes - first.bytes) * 1_000) / ms;
    },
    cut: () => void request.destroy(),
    end,
  };
}
