import type { IncomingMessage } from 'node:http';

/** During this period, the minimum rate is lower. */
const SLOW_START_MS = 10_000;
/** In bytes per second. */
const MIN_START_RATE = 8_000;
/** Minimum rate after the initial period, in bytes per second. */
export const MIN_RATE = 32_000;
/** Maximum time to receive a body, in milliseconds. */
export const MAX_BODY_MS = 180_000;

/** Period over which rates are measured. */
const WINDOW_MS = 5_000;
const CHECK_INTERVAL_MS = 1_000;

/** Monitors the rate of a request body. */
export interface RateMonitor {
  /** In bytes per second; null in the first second or when the body is complete. */
  readonly getRate: () => number | null;
  readonly abort: () => void;
  readonly stop: () => void;
}

interface Sample {
  readonly atMs: number;
  readonly bytes: number;
}

/** Returns the bytes that must arrive between two times, in milliseconds since the start of the body. */
export function getRequiredBytes(fromMs: number, toMs: number): number {
  const slowStartMs = Math.max(0, Math.min(toMs, SLOW_START_MS) - fromMs);
  const remainingMs = Math.max(0, toMs - Math.max(fromMs, SLOW_START_MS));
  return (slowStartMs * MIN_START_RATE + remainingMs * MIN_RATE) / 1_000;
}

/**
 * Destroys a request whose body arrives at less than 8 KB/s in the first 10 s or 32 KB/s after that, or takes longer
 * than 180 s. Otherwise a slow body would hold its slot at almost no cost to the sender.
 * @param sinceMs time since the start of the body
 */
export function enforceMinimumRate(request: IncomingMessage, sinceMs = 0): RateMonitor {
  const { socket } = request;
  const startMs = performance.now() - sinceMs;
  const takeSample = (): Sample => ({ atMs: performance.now() - startMs, bytes: socket.bytesRead });
  const samples: Sample[] = [takeSample()];

  const isTooSlow = (first: Sample, last: Sample): boolean =>
    last.atMs - first.atMs >= WINDOW_MS && last.bytes - first.bytes < getRequiredBytes(first.atMs, last.atMs);

  function check(): void {
    const last = takeSample();
    samples.push(last);
    while (samples[1] && last.atMs - samples[1].atMs >= WINDOW_MS) samples.shift();
    if (request.complete || socket.destroyed) stop();
    else if (last.atMs > MAX_BODY_MS || isTooSlow(samples[0] as Sample, last)) request.destroy();
  }

  const timer = setInterval(check, CHECK_INTERVAL_MS);
  const stop = (): void => clearInterval(timer);
  request.once('close', stop);
  return {
    getRate() {
      const [first] = samples as [Sample];
      const last = takeSample();
      const elapsedMs = last.atMs - first.atMs;
      return elapsedMs < CHECK_INTERVAL_MS || request.complete
        ? null
        : ((last.bytes - first.bytes) * 1_000) / elapsedMs;
    },
    abort: () => void request.destroy(),
    stop,
  };
}
