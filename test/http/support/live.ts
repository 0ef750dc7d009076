import { type LiveHint, type LiveHintName, liveHints } from '../../../contract/live.ts';

/** A live update client that records the received hints. */
export interface LiveListener {
  /** Resolves with the first matching hint. Hints received earlier are included. */
  readonly waitForHint: (isMatch: (hint: LiveHint) => boolean) => Promise<LiveHint>;
  readonly receivedHints: readonly LiveHint[];
  /** Resolves when the server ends the stream. */
  readonly ended: Promise<void>;
  readonly close: () => void;
}

const parseHint = (frame: string): LiveHint | null => {
  const [, name, data] = /^event: (.+)\ndata: (.+)$/.exec(frame) ?? [];
  if (!name || !data) return null;
  const schema = liveHints[name as LiveHintName];
  return { name, data: schema.parse(JSON.parse(data)) } as LiveHint;
};

/** Connects to the live updates. Checks each hint against the contract. */
export async function listen(url: string, token?: string): Promise<LiveListener> {
  const abortController = new AbortController();
  const response = await fetch(`${url}/api/live/updates`, {
    headers: { Accept: 'text/event-stream', ...(token && { Authorization: `Bearer ${token}` }) },
    signal: abortController.signal,
  });
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toContain('text/event-stream');
  expect(response.headers.get('content-encoding')).toBeNull();
  const receivedHints: LiveHint[] = [];
  const callbacks = new Set<(hint: LiveHint) => void>();
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  const read = async () => {
    const decoder = new TextDecoder();
    let text = '';
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      text += decoder.decode(value, { stream: true });
      const frames = text.split('\n\n');
      text = frames.pop() ?? '';
      for (const hint of frames.map(parseHint).filter((parsedHint) => parsedHint !== null)) {
        receivedHints.push(hint);
        for (const notify of callbacks) notify(hint);
      }
    }
  };
  const ended = read().catch(() => {});
  return {
    receivedHints,
    ended,
    close: () => abortController.abort(),
    waitForHint: (isMatch) =>
      new Promise((resolve) => {
        const earlierHint = receivedHints.find(isMatch);
        if (earlierHint) return resolve(earlierHint);
        const resolveOnMatch = (hint: LiveHint) => {
          if (!isMatch(hint)) return;
          callbacks.delete(resolveOnMatch);
          resolve(hint);
        };
        callbacks.add(resolveOnMatch);
      }),
  };
}
