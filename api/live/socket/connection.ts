import type { WebSocket } from 'ws';
import { rateLimitExceeded } from '../../../contract/problems.ts';
import type { AccountId, Uuid } from '../../../domain/kernel/ids.ts';
import type { Problem } from '../../../domain/kernel/problem.ts';
import type { Caller } from '../../http/caller.ts';
import { getClientId, parseFields } from './frame-fields.ts';
import type { FrameVerdict } from './frame-limits.ts';

/** In bytes. Clients that exceed it are disconnected, reconnect and fetch what they missed. */
const MAX_WAITING_BYTES = 512 * 1024;
const MAX_WAITING_FRAMES = 128;

/** WebSocket close codes, by the reason for which the server closes the socket. */
export const CLOSE_CODES = {
  goingAway: 1001,
  tryLater: 1013,
  sessionEnded: 4401,
} as const;

/** Serializes an error frame. */
export const serializeError = ({ code, params, message }: Problem, clientId?: string): string =>
  JSON.stringify({ error: { code, params, message }, ...(clientId !== undefined && { clientId }) });

/** Handles a frame from a connection. `frame` is null for a binary frame. */
export type FrameHandler = (connection: Connection, frame: string | null) => Promise<void>;

/**
 * An open WebSocket of an account. A process has thousands of mostly idle ones, so each stores as little as possible.
 */
export class Connection {
  readonly accountId: AccountId;
  readonly sessionId: Uuid;
  /** Other clients would treat typing signals as messages. */
  readonly hasTypingSignals: boolean;
  readonly #socket: WebSocket;
  #isAlive = true;
  /** Null while no frame is being handled. */
  #waitingFrames: (string | null)[] | null = null;

  constructor(
    socket: WebSocket,
    { id, sessionId }: Pick<Caller, 'id' | 'sessionId'>,
    hasTypingSignals: boolean,
  ) {
    this.accountId = id;
    this.sessionId = sessionId;
    this.hasTypingSignals = hasTypingSignals;
    this.#socket = socket;
    socket.on('pong', () => {
      this.#isAlive = true;
    });
  }

  send(text: string): void {
    if (this.#socket.readyState !== this.#socket.OPEN) return;
    if (this.#socket.bufferedAmount > MAX_WAITING_BYTES) this.#socket.terminate();
    else this.#socket.send(text);
  }

  close(code: number, reason: string): void {
    this.#socket.close(code, reason);
  }

  /** Terminates the socket if the last ping was not answered. */
  checkHeartbeat(): void {
    if (this.#isAlive) this.#socket.ping();
    else this.#socket.terminate();
    this.#isAlive = false;
  }

  /** Handles frames one after the other. `checkFrame` decides on a frame of `bytes` before it is queued. */
  receive(handle: FrameHandler, checkFrame: (bytes: number) => Promise<FrameVerdict>): void {
    this.#socket.on('message', async (data: Buffer, binary) => {
      const verdict = await checkFrame(data.length);
      const frame = binary ? null : data.toString();
      if (verdict === 'terminate') this.#socket.terminate();
      else if (verdict === 'refuse') this.#refuse(frame);
      else this.#enqueue(frame, handle);
    });
  }

  #enqueue(frame: string | null, handle: FrameHandler): void {
    if (!this.#waitingFrames) void this.#execute(frame, handle);
    else if (this.#waitingFrames.length < MAX_WAITING_FRAMES) this.#waitingFrames.push(frame);
    else this.#refuse(frame);
  }

  async #execute(firstFrame: string | null, handle: FrameHandler): Promise<void> {
    const waitingFrames = [firstFrame];
    this.#waitingFrames = waitingFrames;
    while (waitingFrames.length > 0 && this.#socket.readyState === this.#socket.OPEN)
      await handle(this, waitingFrames.shift() ?? null);
    this.#waitingFrames = null;
  }

  #refuse(frame: string | null): void {
    this.send(serializeError(rateLimitExceeded, getClientId(parseFields(frame))));
  }
}
