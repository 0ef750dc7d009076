import type { IncomingMessage } from 'node:http';

/** Slowest pace of a body that takes up memory or a place, in bytes a second. */
const SLOWEST = 16 * 1024;
/** For so long it may be slower, in milliseconds. */
const PATIENCE_MS = 5_000;
const LOOK_MS = 1_000;

/**
 * Cuts a request whose body comes too slowly, so that nobody keeps others out by sending next to nothing.
 * @returns ends the watch
 */
export function demandPace(request: IncomingMessage): () => void {
  const { socket } = request;
  const before = socket.bytesRead;
  const since = performance.now();
  const look = (): void => {
    const ms = performance.now() - since;
    const least = ((ms - PATIENCE_MS) * SLOWEST) / 1_000;
    if (request.complete) clearInterval(watch);
    else if (ms > PATIENCE_MS && socket.bytesRead - before <= least) request.destroy();
  };
  const watch = setInterval(look, LOOK_MS);
  return () => clearInterval(watch);
}
