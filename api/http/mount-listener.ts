import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Middleware } from 'koa';

interface MountedListener {
  readonly path: string;
  readonly handle: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
}

/** Forwards requests below the mount path to the listener. The path prefix is removed from the URL. */
export const mountListener =
  ({ path, handle }: MountedListener): Middleware =>
  async (http, next) => {
    if (!http.path.startsWith(`${path}/`)) return next();
    const request = Object.assign(http.req, { originalUrl: http.req.url });
    request.url = request.url?.slice(path.length);
    http.respond = false;
    http.res.statusCode = 200;
    await handle(request, http.res);
  };
