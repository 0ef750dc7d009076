import type { DeliveredMessage, ErrorFrame } from '../../../api/contract/conversations.ts';

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 30_000;
const SESSION_ENDED = 4401;

export interface SocketListener {
  readonly onOpen: () => void;
  readonly onClosed: () => void;
  readonly onMessage: (message: DeliveredMessage) => void;
  readonly onError: (error: ErrorFrame) => void;
  /** The server does not take the token any more; no further connection is tried. */
  readonly onSessionEnded: () => void;
}

/** The connection for messages. */
export interface LiveSocket {
  /** Sends a frame; false while there is no connection. */
  readonly send: (frame: object) => boolean;
  readonly close: () => void;
}

/** Waits twice as long after each failure, and never in step with other browsers. */
const backoff = (failures: number): number =>
  Math.min(FIRST_WAIT_MS * 2 ** failures, LONGEST_WAIT_MS) * (0.5 + Math.random() / 2);

const address = (): string => `${location.origin.replace(/^http/, 'ws')}/ws`;

/** Opens the live socket. A broken connection is made again by itself. The token goes where no proxy logs it. */
export function openLiveSocket(token: string, listener: SocketListener): LiveSocket {
  let socket: WebSocket | null = null;
  let failures = 0;
  let closed = false;
  let retry: ReturnType<typeof setTimeout> | undefined;

  function receive({ data }: MessageEvent<string>): void {
    const frame = JSON.parse(data) as DeliveredMessage | ErrorFrame;
    if ('error' in frame) listener.onError(frame);
    else listener.onMessage(frame);
  }

  function connect(): void {
    clearTimeout(retry);
    socket = new WebSocket(address(), ['bearer', token]);
    socket.addEventListener('open', () => {
      failures = 0;
      listener.onOpen();
    });
    socket.addEventListener('message', receive);
    socket.addEventListener('close', ({ code }) => {
      if (closed) return;
      socket = null;
      listener.onClosed();
      if (code === SESSION_ENDED) listener.onSessionEnded();
      else retry = setTimeout(connect, backoff(failures++));
    });
  }

  const hurry = (): void => {
    if (!socket && !closed) connect();
  };
  window.addEventListener('online', hurry);
  connect();
  return {
    send(frame) {
      if (socket?.readyState !== WebSocket.OPEN) return false;
      socket.send(JSON.stringify(frame));
      return true;
    },
    close() {
      closed = true;
      clearTimeout(retry);
      window.removeEventListener('online', hurry);
      socket?.close();
    },
  };
}
