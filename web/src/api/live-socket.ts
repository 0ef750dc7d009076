import type { DeliveredMessage, ErrorFrame } from '../../../contract/conversations.ts';
import { patient } from './patience.ts';

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 30_000;
/** A connection that closes sooner, in milliseconds, does not reset the backoff. */
const STEADY_MS = 10_000;
const SESSION_ENDED = 4401;
const NETWORK_CHANGES = ['online', 'offline'] as const;
/**
 * After a page has been hidden for this time, in milliseconds, the connection may be dead without an event.
 */
const LONG_HIDDEN_MS = 30_000;

export interface SocketListener {
  readonly onOpen: () => void;
  readonly onClosed: () => void;
  readonly onMessage: (message: DeliveredMessage) => void;
  readonly onError: (error: ErrorFrame) => void;
  /** The server rejected the token. There is no reconnect. */
  readonly onSessionEnded: () => void;
}

/** The WebSocket for messages. */
export interface LiveSocket {
  /** Sends a frame; returns false when there is no connection. */
  readonly send: (frame: object) => boolean;
  /** Replaces the connection: one whose network is gone can look open for minutes. */
  readonly renew: () => void;
  readonly close: () => void;
}

const address = (): string => `${location.origin.replace(/^http/, 'ws')}/ws`;

/** Opens the live socket and reconnects automatically. The token is sent where proxies do not log it. */
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

  // A connection without a network looks open. A new one fails at once, so the reader sees that they are
  // offline.
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
