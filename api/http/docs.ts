import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import type { Middleware } from 'koa';
import send from 'koa-send';
import { calls } from '../../contract/calls.ts';
import { createOpenApiDocument } from './openapi.ts';

const SWAGGER_FOLDER = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
const SWAGGER_FILES = /^\/api\/docs\/(swagger-ui\.css|swagger-ui-bundle\.js|favicon-32x32\.png)$/;

const DOCS_PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Kindra: the API</title>
    <link rel="icon" type="image/png" href="/api/docs/favicon-32x32.png" />
    <link rel="stylesheet" href="/api/docs/swagger-ui.css" />
  </head>
  <body>
    <div id="page"></div>
    <script src="/api/docs/swagger-ui-bundle.js"></script>
    <script src="/api/docs/start.js"></script>
  </body>
</html>
`;

const START_SCRIPT = `SwaggerUIBundle({
  url: '/api/openapi.json',
  dom_id: '#page',
  deepLinking: true,
  persistAuthorization: false,
  validatorUrl: null,
});
`;

/** Serves the OpenAPI document and Swagger UI. All files are served from this server. */
export function serveDocumentation(publicUrl: string): Middleware {
  let document: string | undefined;
  return async (http, next) => {
    if (http.method !== 'GET' && http.method !== 'HEAD') return next();
    const [, file] = SWAGGER_FILES.exec(http.path) ?? [];
    if (file) {
      await send(http, file, { root: SWAGGER_FOLDER, maxage: 24 * 60 * 60 * 1000 });
      return;
    }
    switch (http.path) {
      case '/api/openapi.json':
        http.type = 'application/json';
        document ??= JSON.stringify(createOpenApiDocument(calls, publicUrl), null, 2);
        http.body = document;
        return;
      case '/api/docs':
      case '/api/docs/':
        http.type = 'text/html';
        http.body = DOCS_PAGE;
        return;
      case '/api/docs/start.js':
        http.type = 'text/javascript';
        http.body = START_SCRIPT;
        return;
      default:
        return next();
    }
  };
}
