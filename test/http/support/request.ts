import { type IncomingHttpHeaders, request } from 'node:http';
import { buffer } from 'node:stream/consumers';

interface RawRequest {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
  /** Request target; by default the path of the URL. */
  readonly target?: string;
}

/** Status, headers and body of a response. */
export interface RawResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** Sends a request as given. `fetch` would normalize the URL, and replace some headers, such as `Host`. */
export const sendRaw = (
  url: string,
  { method = 'GET', headers = {}, body, target }: RawRequest = {},
): Promise<RawResponse> =>
  new Promise((resolve, reject) => {
    request(url, { method, headers, ...(target && { path: target }) }, (response) => {
      const { statusCode: status = 0, headers } = response;
      buffer(response).then((body) => resolve({ status, headers, body }), reject);
    })
      .on('error', reject)
      .end(body);
  });
