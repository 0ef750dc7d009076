/** Types of koa-websocket. `@types/koa-websocket` makes `websocket` required in every Koa context. */
declare module 'koa-websocket' {
  import type { IncomingMessage } from 'node:http';
  import type Koa from 'koa';
  import type { ServerOptions, WebSocket, WebSocketServer } from 'ws';

  interface SocketContext {
    readonly websocket: WebSocket;
    readonly req: IncomingMessage;
  }

  export type Middleware = (context: SocketContext, next: () => Promise<void>) => Promise<void> | void;

  interface SocketServer {
    /** Set by `listen`. */
    readonly server?: WebSocketServer;
    use(middleware: Middleware): this;
    listen(options: ServerOptions): void;
  }

  export default function websockify<App extends Koa>(app: App): App & { readonly ws: SocketServer };
}
