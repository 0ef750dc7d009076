import { createUpdatesResponse } from './browser-gaps.ts';

/** Response to a fake call: a JSON body, and status and headers if needed. */
export interface FakeResponse {
  readonly status?: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A request sent by the client. */
export interface SentRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Headers;
  readonly body: unknown;
}

type Handler = (request: SentRequest) => FakeResponse | Promise<FakeResponse>;

const ERROR_404: FakeResponse = { status: 404, body: { message: 'None.', code: 'NOT_FOUND' } };

/** Fake server that responds to the client's requests and records them. */
export class FakeApi {
  readonly sent: SentRequest[] = [];
  #handlers = new Map<string, Handler>();

  constructor() {
    globalThis.fetch = (input, init) => {
      const request = new Request(input, init);
      return request.url.endsWith('/api/live/updates')
        ? Promise.resolve(createUpdatesResponse(request.url, init?.signal))
        : this.#answer(request);
    };
  }

  /** Sets the response to a call with its query, as in `on('GET /api/publications', …)`. */
  on(call: string, responseOrHandler: FakeResponse | Handler): this {
    this.#handlers.set(
      call,
      typeof responseOrHandler === 'function' ? responseOrHandler : () => responseOrHandler,
    );
    return this;
  }

  /** Holds the responses to a call. Returns a function that responds to the latest request. */
  hold(call: string, defaultResponse: FakeResponse = {}): (response?: FakeResponse) => void {
    let respond = (_: FakeResponse): void => undefined;
    this.on(call, () => new Promise((resolve) => (respond = resolve)));
    return (response = defaultResponse) => respond(response);
  }

  /** Makes a call fail with a network error. */
  breakCall(call: string): this {
    return this.on(call, () => {
      throw new TypeError('Failed to fetch');
    });
  }

  /** Returns the requests made to an endpoint. */
  sentTo(call: string): readonly SentRequest[] {
    return this.sent.filter(({ method, path }) => `${method} ${path}` === call);
  }

  async #answer(request: Request): Promise<Response> {
    const { pathname, search } = new URL(request.url);
    const text = await request.text();
    const isForm = request.headers.get('Content-Type')?.includes('form-urlencoded');
    const read = isForm ? (form: string) => Object.fromEntries(new URLSearchParams(form)) : JSON.parse;
    const sentRequest = {
      method: request.method,
      path: pathname + search,
      headers: request.headers,
      body: text ? read(text) : null,
    };
    this.sent.push(sentRequest);
    const handler = this.#handlers.get(`${sentRequest.method} ${sentRequest.path}`) ?? (() => ERROR_404);
    // Later requests get higher positions, as with a real log.
    const position = String(this.sent.length);
    const { status = 200, body, headers } = await handler(sentRequest);
    return new Response(body === undefined ? null : JSON.stringify(body), {
      status,
      headers: { 'Content-Type': 'application/json', 'X-Read-Position': position, ...headers },
    });
  }
}
