/** Source of live updates. Emits `open`, `error` when the stream ends, and each event under its name. */
export interface UpdateSource extends EventTarget {
  readonly close: () => void;
}

/** Matches named events. Comments and unnamed events are ignored. */
const EVENT_PATTERN = /^event: (.+)\ndata: (.+)$/;

/** Server-sent events over fetch, because EventSource can send a token only in the URL, which would be logged. */
class FetchEventSource extends EventTarget implements UpdateSource {
  readonly #closing = new AbortController();

  constructor(address: string, token: string) {
    super();
    void this.#listen(address, token);
  }

  close(): void {
    this.#closing.abort();
  }

  async #listen(address: string, token: string): Promise<void> {
    const { signal } = this.#closing;
    try {
      const headers = { Accept: 'text/event-stream', Authorization: `Bearer ${token}` };
      const response = await fetch(new URL(address, location.origin), { headers, signal, cache: 'no-store' });
      if (!response.ok || !response.body) throw new Error(`live updates are refused: ${response.status}`);
      this.dispatchEvent(new Event('open'));
      await this.#read(response.body.getReader());
    } catch {}
    if (!signal.aborted) this.dispatchEvent(new Event('error'));
  }

  async #read(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<void> {
    const decoder = new TextDecoder();
    let partialText = '';
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const events = (partialText + decoder.decode(value, { stream: true })).split('\n\n');
      partialText = events.pop() ?? '';
      for (const event of events) this.#notify(event);
    }
  }

  #notify(event: string): void {
    const [, name, data] = EVENT_PATTERN.exec(event) ?? [];
    if (name && !this.#closing.signal.aborted) this.dispatchEvent(new MessageEvent(name, { data }));
  }
}

/** Opens the stream of live updates, with the session token or, without one, as a visitor. */
export const openUpdateSource = (address: string, token: string | undefined): UpdateSource =>
  token ? new FetchEventSource(address, token) : new EventSource(address);
