import { type LiveHint, type LiveHintName, liveHints } from '../../../contract/live.ts';

/** A client of the live updates. */
export interface Listening {
  /** Resolves with the first matching hint. */
  readonly hint: (fits: (hint: LiveHint) => boolean) => Promise<LiveHint>;
  readonly heard: readonly LiveHint[];
  /** Resolves when the server ends the stream. */
  readonly ended: Promise<void>;
  readonly close: () => void;
}

const parseHint = (frame: string): LiveHint | null => {
  const [, name, data] = /^event: (.+)\ndata: (.+)$/.exec(frame) ?? [];
  if (!name || !data) return null;
  const known = liveHints[name as LiveHintName];
  return { name, data: known.parse(JSON.parse(data)) } as LiveHint;
};

/** Listens like an EventSource. */
export async function listen(url: string, token?: string): Promise<Listening> {
  const closing = new AbortController();
  const response = await fetch(`${url}/api/live/updates`, {
    headers: { Accept: 'text/event-stream', ...(token && { Authorization: `Bearer ${token}` }) },
    signal: closing.signal,
  });
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toContain('text/event-stream');
  expect(response.headers.get('content-encoding')).toBeNull();
  const heard: LiveHint[] = [];
  const waiting = new Set<(hint: LiveHint) => void>();
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
      for (const hint of frames.map(parseHint).filter((found) => found !== null)) {
        heard.push(hint);
        for (const told of waiting) told(hint);
      }
    }
  };
  const ended = read().catch(() => {});
  return {
    heard,
    ended,
    close: () => closing.abort(),
    hint: (fits) =>
      new Promise((resolve) => {
        const before = heard.find(fits);
        if (before) return resolve(before);
        const resolveOnMatch = (hint: LiveHint) => {
          if (!fits(hint)) return;
          waiting.delete(resolveOnMatch);
          resolve(hint);
        };
        waiting.add(resolveOnMatch);
      }),
  };
}
