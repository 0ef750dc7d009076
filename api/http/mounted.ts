import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Middleware } from 'koa';

/** A request listener from outside this application, with the path that it is mounted at. */
export interface Mounted {
  readonly path: string;
  readonly answer: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
}

/** Forwards requests below the path to the listener, with the path prefix removed from the URL. */
export const mounted =
  ({ path, answer }: Mounted): Middleware =>
  async (http, next) => {
    if (!http.path.startsWith(`${path}/`)) return next();
    const request = Object.assign(http.req, { originalUrl: http.req.url });
    request.url = request.url?.slice(path.length);
    http.respond = false;
    http.res.statusCode = 200;
    await answer(request, http.res);
  };
