import type { WebSocket } from 'ws';
import type { Caller } from '../../http/caller.ts';
import { slowDown } from '../../http/failure.ts';

/** What may wait for one client, in bytes. Whoever is slower is let go, comes back, and asks for what it missed. */
const MOST_WAITING_BYTES = 512 * 1024;
/** Frames of one client that may wait for those before them. */
const MOST_WAITING_FRAMES = 128;

/** Why the server ends a socket, by the code that it is closed with. */
export const CLOSE = {
  goingAway: 1001,
  tryLater: 1013,
  sessionEnded: 4401,
} as const;

/** One open socket of an account. */
export interface Connection {
  readonly caller: Caller;
  readonly send: (text: string) => void;
  readonly close: (code: number, reason: string) => void;
  /** Asks for a sign of life; ends it when the last one was not answered. */
  readonly beat: () => void;
}

export const errorText = (code: string, message: string, clientId?: string): string =>
  JSON.stringify({ error: { code, message }, ...(clientId !== undefined && { clientId }) });

/** Makes a connection of a socket whose holder has been admitted. */
export function connectionOf(socket: WebSocket, caller: Caller): Connection {
  let alive = true;
  socket.on('pong', () => {
    alive = true;
  });
  return {
    caller,
    send(text) {
      if (socket.readyState !== socket.OPEN) return;
      if (socket.bufferedAmount > MOST_WAITING_BYTES) socket.terminate();
      else socket.send(text);
    },
    close: (code, reason) => socket.close(code, reason),
    beat() {
      if (!alive) return socket.terminate();
      alive = false;
      socket.ping();
    },
  };
}

/** Hands frames on one after another, in the order they came. */
export function receiveFrames(socket: WebSocket, handle: (frame: string | null) => Promise<void>): void {
  const waiting: (string | null)[] = [];
  let busy = false;

  async function drain(): Promise<void> {
    if (busy) return;
    busy = true;
    while (waiting.length > 0 && socket.readyState === socket.OPEN) await handle(waiting.shift() ?? null);
    busy = false;
  }

  socket.on('message', (data, binary) => {
    if (waiting.length >= MOST_WAITING_FRAMES) {
      const { code, message } = slowDown(1);
      if (socket.bufferedAmount > MOST_WAITING_BYTES) socket.terminate();
      else socket.send(errorText(code, message));
      return;
    }
    waiting.push(binary ? null : data.toString());
    void drain();
  });
}
