import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Middleware } from 'koa';

/** What is served below a path by something that is no part of this application. */
export interface Mounted {
  readonly path: string;
  readonly answer: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
}

/** Hands on what is below the path; the answerer sees the rest of it. */
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
