/** Server-sent events received on one connection. */
export interface LiveStream {
  /** Returns all received data. */
  readonly getText: () => string;
  /** Returns the names of the received events. */
  readonly getNames: () => readonly string[];
  readonly hasEnded: () => boolean;
  readonly close: () => void;
}

/** Opens a live update stream and collects its events. Does not reconnect. */
export async function openLiveStream(url: string, token: string): Promise<LiveStream> {
  const abortController = new AbortController();
  const response = await fetch(`${url}/api/live/updates`, {
    headers: { Accept: 'text/event-stream', Authorization: `Bearer ${token}` },
    signal: abortController.signal,
  });
  if (!response.ok || !response.body) throw new Error(`live updates were answered ${response.status}`);
  let text = '';
  let hasEnded = false;
  const collectText = async (body: ReadableStream<Uint8Array>): Promise<void> => {
    const decoder = new TextDecoder();
    for await (const chunk of body) text += decoder.decode(chunk, { stream: true });
  };
  void collectText(response.body)
    .catch(() => {})
    .finally(() => {
      hasEnded = true;
    });
  return {
    getText: () => text,
    getNames: () => [...text.matchAll(/^event: (.+)$/gm)].map(([, name = '']) => name),
    hasEnded: () => hasEnded,
    close: () => abortController.abort(),
  };
}
