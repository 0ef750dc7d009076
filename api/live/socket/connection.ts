import type { WebSocket } from 'ws';
import type { AccountId, Uuid } from '../../../domain/kernel/ids.ts';
import type { Caller } from '../../http/caller.ts';
import { slowDown } from '../../http/failure.ts';
import type { FrameVerdict } from './byte-budget.ts';

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

export const errorText = (code: string, message: string, clientId?: string): string =>
  JSON.stringify({ error: { code, message }, ...(clientId !== undefined && { clientId }) });

/** Carries out a frame of a connection; null for one that is no text. */
export type FrameHandler = (connection: Connection, frame: string | null) => Promise<void>;

/** One open socket of an account. There are thousands of them, most of them idle: each holds as little as may be. */
export class Connection {
  readonly accountId: AccountId;
  readonly sessionId: Uuid;
  readonly #socket: WebSocket;
  #alive = true;
  /** Frames that wait for the one that is being carried out; null while none is. */
  #waiting: (string | null)[] | null = null;

  constructor(socket: WebSocket, { id, sessionId }: Pick<Caller, 'id' | 'sessionId'>) {
    this.accountId = id;
    this.sessionId = sessionId;
    this.#socket = socket;
    socket.on('pong', () => {
      this.#alive = true;
    });
  }

  send(text: string): void {
    if (this.#socket.readyState !== this.#socket.OPEN) return;
    if (this.#socket.bufferedAmount > MOST_WAITING_BYTES) this.#socket.terminate();
    else this.#socket.send(text);
  }

  close(code: number, reason: string): void {
    this.#socket.close(code, reason);
  }

  /** Asks for a sign of life; ends it when the last one was not answered. */
  beat(): void {
    if (this.#alive) this.#socket.ping();
    else this.#socket.terminate();
    this.#alive = false;
  }

  /**
   * Passes frames on one after another, in the order they arrive.
   * @param judge decides by the length of a frame, in bytes, before it is read
   */
  receive(handle: FrameHandler, judge: (bytes: number) => FrameVerdict): void {
    this.#socket.on('message', (data: Buffer, binary) => {
      const verdict = judge(data.length);
      if (verdict === 'cut') return this.#socket.terminate();
      if (verdict === 'refuse') return this.#refuse();
      const frame = binary ? null : data.toString();
      if (!this.#waiting) void this.#carryOut(frame, handle);
      else if (this.#waiting.length < MOST_WAITING_FRAMES) this.#waiting.push(frame);
      else this.#refuse();
    });
  }

  async #carryOut(first: string | null, handle: FrameHandler): Promise<void> {
    const waiting = [first];
    this.#waiting = waiting;
    while (waiting.length > 0 && this.#socket.readyState === this.#socket.OPEN)
      await handle(this, waiting.shift() ?? null);
    this.#waiting = null;
  }

  #refuse(): void {
    const { code, message } = slowDown(1);
    this.send(errorText(code, message));
  }
}
