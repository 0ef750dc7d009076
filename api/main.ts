import { fileURLToPath } from 'node:url';
import { createIdentity, type IdentityOptions } from '../adapters/identity/identity.ts';
import { SIMULATOR_PATH } from '../adapters/payments/index.ts';
import type { PaymentSimulator } from '../adapters/payments/simulator/index.ts';
import { createPeers } from '../adapters/peers.ts';
import { StartupError } from '../adapters/startup-error.ts';
import * as contract from '../contract/payments.ts';
import type { Mailer } from '../domain/ports/email.ts';
import type { Peers } from '../domain/ports/peers.ts';
import { serveLocalEmails } from './accounts/local-emails.ts';
import { createReadMarker } from './conversations/read-marker.ts';
import { registerProjectionMetrics } from './health/metrics.ts';
import { createApp } from './http/app.ts';
import { serveWebClient } from './http/client.ts';
import { createClientAddresses } from './http/client-address.ts';
import { serveDocumentation } from './http/docs.ts';
import { createFirstReadsLoader } from './http/first-reads.ts';
import { mountListener } from './http/mount-listener.ts';
import { createPageRenderer } from './http/page-renderer.ts';
import { limitPendingConnections, MAX_PENDING_PER_ADDRESS } from './http/pending-connections.ts';
import { createReadCache } from './http/read-cache.ts';
import { DEFAULT_READ_SLOTS } from './http/read-limiter.ts';
import { createReadRecorder } from './http/read-recorder.ts';
import { type ListeningServer, listen } from './http/server.ts';
import { createSessionCache } from './http/session-cache.ts';
import type { ApiSystem } from './http/system.ts';
import { createTokens } from './http/tokens.ts';
import { registerCoinMetrics } from './ledger/metrics.ts';
import { createAddressLimiter } from './live/address-limiter.ts';
import { createLogBroadcast } from './live/log-broadcast.ts';
import { createLiveStreams } from './live/routes.ts';
import { openSockets } from './live/socket/sockets.ts';
import { createLiveUpdates } from './live/updates.ts';
import { redirectToUnsubscribePage } from './notifications/unsubscribe-link.ts';
import { createViewCounter } from './posts/views.ts';
import { createRoutes } from './routes.ts';
import { serveSitemaps } from './sharing/sitemaps.ts';

/** Settings of the API, and the dependencies that the caller of `startApi` provides. */
export interface ApiFoundation
  extends Omit<
    ApiSystem,
    | 'identity'
    | 'tokens'
    | 'clientAddresses'
    | 'readsPerMinute'
    | 'peers'
    | 'readCache'
    | 'findSessionHolder'
    | 'isStaffFactorRequired'
  > {
  readonly mailer: Pick<Mailer, 'isLocal'>;
  /** Null if it is unused. */
  readonly paymentSimulator: Pick<PaymentSimulator, 'app' | 'attach'> | null;
  readonly settings: {
    readonly host: string;
    /** With 0, the operating system chooses one. */
    readonly port: number;
    /** If undefined, it is derived from the port. */
    readonly publicUrl: string | undefined;
    readonly google: IdentityOptions['google'];
    /** Names of the settings that make the system reachable from other machines. */
    readonly exposureSettings: readonly string[];
    /** Staff then need a second factor. */
    readonly isProduction: boolean;
    /** In CIDR notation. Only their `X-Forwarded-For` headers are used. */
    readonly trustedProxies: readonly string[];
    readonly isStaging: boolean;
    readonly supportAddress: string | undefined;
    /** Per minute. */
    readonly readsPerAccount: number;
    /** Per minute. */
    readonly readsPerAddress: number;
    /** 0 disables the cache. */
    readonly readCacheBytes: number;
  };
}

/** A running API server. */
export interface RunningApi {
  /** Without a trailing slash. */
  readonly url: string;
  /** Waits until pending requests are answered, then closes the API. */
  readonly close: () => Promise<void>;
}

const HEARTBEAT_MS = 30_000;
/** For WebSockets, and for live streams. Many people, for example in a school, can share an IP address. */
const MAX_CONNECTIONS_PER_ADDRESS = 1_000;
const RENDERED_PAGES_BYTES = 4_000_000;
const CLIENT_FOLDER = fileURLToPath(new URL('../web/dist', import.meta.url));

async function openPort({ settings: { host, port }, logger }: ApiFoundation): Promise<ListeningServer> {
  try {
    return await listen(host, port, (error) => logger.error({ err: error }, 'connection not accepted'));
  } catch (error) {
    const isPortTaken = (error as NodeJS.ErrnoException).code === 'EADDRINUSE';
    const reason = isPortTaken ? 'another program uses it' : (error as Error).message;
    throw new StartupError(`Kindra cannot listen on port ${port} of ${host}: ${reason}.`, error);
  }
}

/** Size of the session cache relative to `readCacheBytes`. */
const SESSION_CACHE_SHARE = 1 / 8;

function createCachedReads(
  { pool, progress, metrics, privateData: { sessions }, settings: { readCacheBytes } }: ApiFoundation,
  peers: Peers,
) {
  const recorder = createReadRecorder(pool);
  if (readCacheBytes === 0)
    return { pool: recorder.pool, readCache: null, findSessionHolder: sessions.findHolder };
  const options = { changes: progress, metrics };
  return {
    pool: recorder.pool,
    readCache: createReadCache({ ...options, recorder, maxBytes: readCacheBytes }),
    findSessionHolder: createSessionCache({
      ...options,
      sessions,
      peers,
      maxBytes: Math.ceil(readCacheBytes * SESSION_CACHE_SHARE),
    }),
  };
}

/** Returns the URL at which this process can call itself. */
const getListenUrl = (host: string, port: number): string => {
  const reachableHost = { '0.0.0.0': '127.0.0.1', '::': '[::1]' }[host] ?? host;
  return `http://${reachableHost.includes(':') && !reachableHost.startsWith('[') ? `[${reachableHost}]` : reachableHost}:${port}`;
};

/**
 * Starts the API and serves the web client if it has been built.
 * @throws StartupError when the port cannot be used
 */
export async function startApi(
  foundation: ApiFoundation,
  {
    clientFolder = CLIENT_FOLDER,
    heartbeatMs = HEARTBEAT_MS,
    maxPerAddress = MAX_CONNECTIONS_PER_ADDRESS,
    readSlots = DEFAULT_READ_SLOTS,
    maxPendingPerAddress = MAX_PENDING_PER_ADDRESS,
  } = {},
): Promise<RunningApi> {
  const { settings, secret, logger } = foundation;
  const httpServer = await openPort(foundation);
  const peers = createPeers({ pool: foundation.pool, observe: foundation.progress.observe });
  const url =
    settings.port === 0 && !settings.publicUrl ? `http://localhost:${httpServer.port}` : foundation.publicUrl;
  try {
    await peers.register();
    const listenUrl = getListenUrl(settings.host, httpServer.port);
    const identity = await createIdentity({ google: settings.google, publicUrl: url, listenUrl, secret });
    const system: ApiSystem = {
      ...foundation,
      ...createCachedReads(foundation, peers),
      peers,
      publicUrl: url,
      identity: identity.provider,
      tokens: createTokens(secret),
      isStaffFactorRequired: settings.isProduction,
      readsPerMinute: { perAccount: settings.readsPerAccount, perAddress: settings.readsPerAddress },
      clientAddresses: createClientAddresses(settings.trustedProxies, (peer) =>
        logger.warn({ peer, setting: 'TRUSTED_PROXIES' }, 'x-forwarded-for ignored'),
      ),
    };
    const { clientAddresses } = system;
    limitPendingConnections(httpServer.server, clientAddresses, maxPendingPerAddress);
    const broadcast = await createLogBroadcast(system);
    const updates = createLiveUpdates(system, broadcast);
    const liveStreams = createLiveStreams(
      system,
      updates,
      createAddressLimiter(clientAddresses, maxPerAddress),
    );
    const viewCounter = createViewCounter(system);
    const readMarker = createReadMarker(system);
    if (system.metrics) {
      registerCoinMetrics(system, system.metrics);
      registerProjectionMetrics(system, system.metrics);
    }
    const { paymentSimulator } = foundation;
    const renderer = createPageRenderer({
      folder: clientFolder,
      maxBytes: settings.readCacheBytes > 0 ? RENDERED_PAGES_BYTES : 0,
      logger,
      metrics: system.metrics,
    });
    const app = createApp(system, {
      routes: createRoutes(system, broadcast, viewCounter, liveStreams, readMarker),
      readSlots,
      pages: [
        serveDocumentation(url),
        serveSitemaps(system.pool, url),
        redirectToUnsubscribePage,
        ...(foundation.mailer.isLocal && settings.exposureSettings.length === 0
          ? [serveLocalEmails(system)]
          : []),
        ...(identity.local ? [mountListener(identity.local)] : []),
        ...(paymentSimulator
          ? [mountListener({ path: SIMULATOR_PATH, handle: paymentSimulator.app.callback() })]
          : []),
      ],
      webClient: serveWebClient({
        folder: clientFolder,
        renderer,
        isStaging: settings.isStaging,
        supportAddress: settings.supportAddress,
        publicUrl: url,
        loadFirstReads: createFirstReadsLoader((request, response) => requestListener(request, response)),
      }),
    });
    const requestListener = app.callback();
    httpServer.setRequestListener(requestListener);
    const sockets = openSockets(system, app, {
      server: httpServer.server,
      broadcast,
      heartbeatMs,
      limitAddress: createAddressLimiter(clientAddresses, maxPerAddress),
    });
    paymentSimulator?.attach({
      browserUrl: url + SIMULATOR_PATH,
      webhookUrl: listenUrl + contract.paymentWebhook.path,
    });
    logger.info({ url }, 'API listening');
    return {
      url,
      async close() {
        liveStreams.close();
        sockets.close();
        await httpServer.close();
        updates.close();
        await broadcast.close();
        await Promise.all([viewCounter.close(), readMarker.close(), renderer?.close()]);
        await peers.unregister();
      },
    };
  } catch (error) {
    await httpServer.close();
    await peers.unregister();
    throw error;
  }
}
