/** Fakes of browser APIs that jsdom lacks. Tests control them. */

type Watcher = { readonly callback: IntersectionObserverCallback; readonly targets: Set<Element> };

const watchers = new Set<Watcher>();

class FakeIntersectionObserver {
  #watcher: Watcher;

  constructor(callback: IntersectionObserverCallback) {
    this.#watcher = { callback, targets: new Set() };
    watchers.add(this.#watcher);
  }

  observe(target: Element): void {
    this.#watcher.targets.add(target);
  }

  unobserve(target: Element): void {
    this.#watcher.targets.delete(target);
  }

  disconnect(): void {
    watchers.delete(this.#watcher);
  }
}

/** Reports all observed elements as visible. Returns their number. */
export function scrollToEnd(): number {
  const observedTargets = [...watchers].flatMap(({ callback, targets }) =>
    [...targets].map((target) => ({ callback, target })),
  );
  for (const { callback, target } of observedTargets)
    callback(
      [{ isIntersecting: true, target } as unknown as IntersectionObserverEntry],
      {} as IntersectionObserver,
    );
  return observedTargets.length;
}

/** Open connections for live updates. */
export const eventSources = new Set<FakeEventSource>();

/**
 * Creates the response to a request for live updates with a token. Tests send events through this response as through
 * an EventSource.
 */
export function createUpdatesResponse(url: string, signal: AbortSignal | null | undefined): Response {
  const encoder = new TextEncoder();
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const writer = writable.getWriter();
  const source = new FakeEventSource(url);
  source.send = (name, data) => {
    const text = `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
    writer.write(encoder.encode(text)).catch(() => {});
  };
  signal?.addEventListener('abort', () => source.close());
  return new Response(readable, { headers: { 'Content-Type': 'text/event-stream' } });
}

export class FakeEventSource extends EventTarget {
  readonly url: string;

  constructor(url: string) {
    super();
    this.url = url;
    eventSources.add(this);
  }

  close(): void {
    eventSources.delete(this);
  }

  /** Simulates a server event. */
  send(name: string, data: unknown): void {
    this.dispatchEvent(new MessageEvent(name, { data: JSON.stringify(data) }));
  }
}

/** All message sockets that the client has created, newest last. */
export const webSockets: FakeWebSocket[] = [];

/** Fake socket. Tests open it, send frames through it and close it. */
export class FakeWebSocket extends EventTarget {
  static readonly OPEN = 1;
  readyState = 0;
  /** Sent frames, except typing signals. */
  readonly sent: unknown[] = [];
  /** Profiles to which typing signals were sent. */
  readonly typing: string[] = [];
  readonly url: string;
  readonly protocols: readonly string[];

  constructor(url: string, protocols: readonly string[]) {
    super();
    this.url = url;
    this.protocols = protocols;
    webSockets.push(this);
  }

  send(frame: string): void {
    const sent = JSON.parse(frame) as { typing?: string };
    if (sent.typing === undefined) this.sent.push(sent);
    else this.typing.push(sent.typing);
  }

  open(): void {
    this.readyState = FakeWebSocket.OPEN;
    this.dispatchEvent(new Event('open'));
  }

  /** Simulates a frame from the server. */
  receive(frame: unknown): void {
    this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(frame) }));
  }

  close(code = 1000): void {
    this.readyState = 3;
    this.dispatchEvent(Object.assign(new Event('close'), { code }));
  }
}

let width = 1440;

const matchesWidth = (query: string): boolean => {
  const minWidth = /min-width:\s*(\d+)px/.exec(query)?.[1];
  return minWidth !== undefined && width >= Number(minWidth);
};

/** Sets the window width in pixels for media queries in components that are rendered afterwards. */
export function setWindowWidth(pixels: number): void {
  width = pixels;
}

function matchMedia(query: string) {
  return Object.assign(new EventTarget(), { matches: matchesWidth(query), media: query });
}

/** The element outside dialogs that was focused last. `openers` stores this element for each open dialog. */
let focused: HTMLElement | null = null;
const openers = new WeakMap<HTMLDialogElement, HTMLElement | null>();

document.addEventListener('focusin', ({ target }) => {
  if (target instanceof HTMLElement && !target.closest('dialog')) focused = target;
});

function showModal(this: HTMLDialogElement): void {
  openers.set(this, focused);
  this.open = true;
}

function close(this: HTMLDialogElement): void {
  if (!this.open) return;
  this.open = false;
  if (this.isConnected) openers.get(this)?.focus();
  this.dispatchEvent(new Event('close'));
}

/** Never reports a change, because elements have no size in jsdom. */
class FakeResizeObserver {
  observe(): void {}
  disconnect(): void {}
}

Object.assign(globalThis, {
  ResizeObserver: FakeResizeObserver,
  IntersectionObserver: FakeIntersectionObserver,
  EventSource: FakeEventSource,
  WebSocket: FakeWebSocket,
  matchMedia,
  scrollTo: () => undefined,
});
Object.assign(HTMLDialogElement.prototype, { showModal, close });

/** Hides or shows the page. If components listen, call it within `act`. */
export function setPageHidden(isHidden: boolean): void {
  Object.defineProperty(document, 'hidden', { configurable: true, value: isHidden });
  document.dispatchEvent(new Event('visibilitychange'));
}

Element.prototype.scrollIntoView = (): void => {};
