import type { DeliveredMessage, ErrorFrame } from '../../../api/contract/conversations.ts';
import { patient } from './patience.ts';

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 30_000;
/** A connection that ends sooner is none that a server is ready for. */
const STEADY_MS = 10_000;
const SESSION_ENDED = 4401;
const NETWORK_CHANGES = ['online', 'offline'] as const;
/** Behind a page that was hidden for so long the network may have gone without a word. */
const LONG_HIDDEN_MS = 30_000;

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
  /** Leaves the connection for a new one: one whose network has gone looks open for minutes. */
  readonly renew: () => void;
  readonly close: () => void;
}

const address = (): string => `${location.origin.replace(/^http/, 'ws')}/ws`;

/** Opens the live socket. A broken connection is made again by itself. The token goes where no proxy logs it. */
export function openLiveSocket(token: string, listener: SocketListener): LiveSocket {
  let socket: WebSocket | null = null;
  let closed = false;
  let hiddenSince = document.hidden ? Date.now() : null;
  const retry = patient(connect, FIRST_WAIT_MS, LONGEST_WAIT_MS, STEADY_MS);

  function receive({ data }: MessageEvent<string>): void {
    const frame = JSON.parse(data) as DeliveredMessage | ErrorFrame;
    if ('error' in frame) listener.onError(frame);
    else listener.onMessage(frame);
  }

  function connect(): void {
    const opened = new WebSocket(address(), ['bearer', token]);
    socket = opened;
    opened.addEventListener('open', () => {
      if (socket !== opened) return;
      retry.reset();
      listener.onOpen();
    });
    opened.addEventListener('message', (event) => {
      if (socket === opened) receive(event);
    });
    opened.addEventListener('close', ({ code }) => {
      if (socket !== opened) return;
      socket = null;
      listener.onClosed();
      closed = code === SESSION_ENDED;
      if (closed) listener.onSessionEnded();
      else retry.later();
    });
  }

  function leave(): void {
    retry.cancel();
    const left = socket;
    socket = null;
    left?.close();
  }

  function renew(): void {
    if (closed) return;
    leave();
    listener.onClosed();
    connect();
  }

  function beginAnew(): void {
    retry.beginAnew();
    renew();
  }

  function followVisibility(): void {
    const since = hiddenSince;
    hiddenSince = document.hidden ? Date.now() : null;
    if (!document.hidden && since !== null && Date.now() - since > LONG_HIDDEN_MS) beginAnew();
  }

  // A connection that has lost its network looks open; a new one fails at once, and so the reader learns of it.
  for (const change of NETWORK_CHANGES) window.addEventListener(change, beginAnew);
  document.addEventListener('visibilitychange', followVisibility);
  connect();
  return {
    send(frame) {
      if (socket?.readyState !== WebSocket.OPEN) return false;
      socket.send(JSON.stringify(frame));
      return true;
    },
    renew,
    close() {
      closed = true;
      for (const change of NETWORK_CHANGES) window.removeEventListener(change, beginAnew);
      document.removeEventListener('visibilitychange', followVisibility);
      leave();
    },
  };
}
