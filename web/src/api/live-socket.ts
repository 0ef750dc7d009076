import type { DeliveredMessage, ErrorFrame, TypingSignal } from '../../../contract/conversations.ts';
import { createBackoff } from './backoff.ts';

const INITIAL_RETRY_MS = 500;
const MAX_RETRY_MS = 10_000;
/** Minimum uptime that resets the reconnect backoff, in milliseconds. */
const MIN_UPTIME_MS = 10_000;
const SESSION_ENDED_CODE = 4401;
const NETWORK_EVENTS = ['online', 'offline'] as const;
/** Time after which a hidden page replaces its connection, which may be lost without an event, in milliseconds. */
const MAX_HIDDEN_MS = 30_000;

interface SocketListener {
  readonly onOpen: () => void;
  readonly onClose: () => void;
  readonly onMessage: (message: DeliveredMessage) => void;
  readonly onError: (error: ErrorFrame) => void;
  readonly onTyping: (profileId: string) => void;
  /** Called when the server rejects the token. The socket does not reconnect. */
  readonly onSessionEnded: () => void;
}

/** WebSocket connection for messages. */
export interface LiveSocket {
  /** Sends a frame. Returns false if there is no connection. */
  readonly send: (frame: object) => boolean;
  /** Replaces the connection. A connection can appear open for minutes after the network is lost. */
  readonly reconnect: () => void;
  readonly close: () => void;
}

const getSocketUrl = (): string => `${location.origin.replace(/^http/, 'ws')}/ws?typing=true`;

/** Opens the live socket and reconnects automatically. The token is not sent in the URL, because proxies log URLs. */
export function openLiveSocket(token: string, listener: SocketListener): LiveSocket {
  let socket: WebSocket | null = null;
  let isClosed = false;
  let hiddenSince = document.hidden ? Date.now() : null;
  const retry = createBackoff(connect, INITIAL_RETRY_MS, MAX_RETRY_MS, MIN_UPTIME_MS);

  function receive({ data }: MessageEvent<string>): void {
    const frame = JSON.parse(data) as DeliveredMessage | ErrorFrame | TypingSignal;
    if ('error' in frame) listener.onError(frame);
    else if ('typing' in frame) listener.onTyping(frame.typing);
    else listener.onMessage(frame);
  }

  function connect(): void {
    const opened = new WebSocket(getSocketUrl(), ['bearer', token]);
    socket = opened;
    opened.addEventListener('open', () => {
      if (socket !== opened) return;
      retry.markSuccess();
      listener.onOpen();
    });
    opened.addEventListener('message', (event) => {
      if (socket === opened) receive(event);
    });
    opened.addEventListener('close', ({ code }) => {
      if (socket !== opened) return;
      socket = null;
      listener.onClose();
      isClosed = code === SESSION_ENDED_CODE;
      if (isClosed) listener.onSessionEnded();
      else retry.schedule();
    });
  }

  function disconnect(): void {
    retry.cancel();
    const oldSocket = socket;
    socket = null;
    oldSocket?.close();
  }

  function renew(): void {
    if (isClosed) return;
    disconnect();
    listener.onClose();
    connect();
  }

  function reconnectNow(): void {
    retry.resetDelay();
    renew();
  }

  function handleVisibilityChange(): void {
    const hiddenAt = hiddenSince;
    hiddenSince = document.hidden ? Date.now() : null;
    if (!document.hidden && hiddenAt !== null && Date.now() - hiddenAt > MAX_HIDDEN_MS) reconnectNow();
  }

  // Without a network, the old connection appears open. A new one fails immediately, which shows that the
  // client is offline.
  for (const change of NETWORK_EVENTS) window.addEventListener(change, reconnectNow);
  document.addEventListener('visibilitychange', handleVisibilityChange);
  connect();
  return {
    send(frame) {
      if (socket?.readyState !== WebSocket.OPEN) return false;
      socket.send(JSON.stringify(frame));
      return true;
    },
    reconnect: renew,
    close() {
      isClosed = true;
      for (const change of NETWORK_EVENTS) window.removeEventListener(change, reconnectNow);
      document.removeEventListener('visibilitychange', handleVisibilityChange);
      disconnect();
    },
  };
}
