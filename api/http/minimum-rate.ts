import type { IncomingMessage } from 'node:http';

/** Initial period with the lower minimum rate, in milliseconds. */
const SLOW_START_MS = 10_000;
/** Minimum rate in the initial period, in bytes per second. */
const MIN_START_RATE = 8_000;
/** Minimum rate after the initial period, in bytes per second. */
export const MIN_RATE = 32_000;
/** Maximum duration of a body, in milliseconds. */
export const MAX_BODY_MS = 180_000;

/** Period over which rates are measured, in milliseconds. */
const WINDOW_MS = 5_000;
const CHECK_INTERVAL_MS = 1_000;

/** Monitors the rate of a request body. */
export interface RateMonitor {
  /**
   * Returns the current rate in bytes per second, or null in the first second or when the body is complete.
   */
  readonly getRate: () => number | null;
  /** Destroys the request. */
  readonly abort: () => void;
  /** Stops the monitoring. */
  readonly stop: () => void;
}

interface Sample {
  readonly at: number;
  readonly bytes: number;
}

/**
 * Returns the minimum number of bytes between two times, both in milliseconds since the start of the body.
 */
export function getRequiredBytes(from: number, to: number): number {
  const atStart = Math.max(0, Math.min(to, SLOW_START_MS) - from);
  const after = Math.max(0, to - Math.max(from, SLOW_START_MS));
  return (atStart * MIN_START_RATE + after * MIN_RATE) / 1_000;
}

/**
 * Destroys a request whose body is slower than 8 KB/s in the first 10 s or 32 KB/s after that, or takes
 * longer than 180 s. A slow body would otherwise hold its slot at almost no cost to the sender.
 * @param sinceMs time since the start of the body, in milliseconds
 */
export function enforceMinimumRate(request: IncomingMessage, sinceMs = 0): RateMonitor {
  const { socket } = request;
  const began = performance.now() - sinceMs;
  const now = (): Sample => ({ at: performance.now() - began, bytes: socket.bytesRead });
  const samples: Sample[] = [now()];

  const isTooSlow = (first: Sample, last: Sample): boolean =>
    last.at - first.at >= WINDOW_MS && last.bytes - first.bytes < getRequiredBytes(first.at, last.at);

  function check(): void {
    const last = now();
    samples.push(last);
    while (samples[1] && last.at - samples[1].at >= WINDOW_MS) samples.shift();
    if (request.complete || socket.destroyed) end();
    else if (last.at > MAX_BODY_MS || isTooSlow(samples[0] as Sample, last)) request.destroy();
  }

  const timer = setInterval(check, CHECK_INTERVAL_MS);
  const end = (): void => clearInterval(timer);
  request.once('close', end);
  return {
    getRate() {
      const [first] = samples as [Sample];
      const last = now();
      const ms = last.at - first.at;
      return ms < CHECK_INTERVAL_MS || request.complete ? null : ((last.bytes - first.bytes) * 1_000) / ms;
    },
    abort: () => void request.destroy(),
    stop: end,
  };
}
