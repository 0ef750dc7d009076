import { createServer } from 'node:net';
import { composeSystem, type System } from '../adapters/compose.ts';
import {
  findProductionIndicators,
  loadListenerSettings,
  loadSettings,
  type Settings,
} from '../adapters/config.ts';
import { createLogger } from '../adapters/logger.ts';
import { serveMetrics } from '../adapters/metrics.ts';
import { startApi } from '../api/main.ts';
import { projectionNames } from '../projections/registry.ts';
import { formatDemo } from '../workers/cli/seed.ts';
import { seedDemo } from '../workers/demo/seed.ts';
import { startWorkers } from '../workers/main.ts';
import { describeError } from './describe-error.ts';
import { stopOnSignal } from './lifecycle.ts';

/** A running process. Its resources are closed in reverse order. */
interface RunningProcess {
  readonly system: System;
  readonly resources: { readonly close: () => Promise<void> }[];
}

/** Rejects if the port is in use. Called first, because setting up a new system takes several seconds. */
export const checkPort = ({ host, port }: Settings): Promise<void> =>
  new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(port, host, () => server.close(() => resolve()));
  });

const QUERY_TIMEOUT_MS = 15_000;

const exitWithError = (error: unknown): never => {
  console.error(describeError(error));
  process.exit(1);
};

const runProcess = async (
  { canAttach, isListening }: { readonly canAttach: boolean; readonly isListening: boolean },
  start: (running: RunningProcess) => Promise<void>,
): Promise<void> => {
  try {
    const settings = isListening ? await loadListenerSettings() : loadSettings();
    if (isListening) await checkPort(settings);
    const logger = createLogger(settings.logLevel);
    const resources: RunningProcess['resources'] = [];
    stopOnSignal(logger, async () => {
      for (const part of resources.splice(0).reverse()) await part.close();
    });
    const supervision = {
      onRestarted: (output: string) => logger.warn({ output }, 'embedded PostgreSQL restarted'),
      // A service manager restarts the process.
      onLost: exitWithError,
    };
    const options = { role: 'system', canAttach, queryTimeoutMs: QUERY_TIMEOUT_MS, supervision } as const;
    const system = await composeSystem(settings, logger, options);
    resources.push(system);
    if (settings.metricsPort !== undefined) {
      resources.push(await serveMetrics(system.metrics, settings.host, settings.metricsPort));
    }
    await start({ system, resources });
  } catch (error) {
    exitWithError(error);
  }
};

const DEMO_TIMEOUT_MS = 30_000;

const seedDemoData = async (system: System): Promise<void> => {
  console.log('Creating demo data…');
  await system.runAtomically(async () => {
    const demo = await seedDemo(system);
    await system.progress.waitFor(projectionNames, demo.position, DEMO_TIMEOUT_MS);
    console.log(`\n${formatDemo(demo)}\n`);
  });
};

/**
 * Creates demo data in an empty system. If a setting indicates a production system, creates no data and prints how to
 * create it.
 */
const seedEmptySystem = async (system: System): Promise<void> => {
  if ((await system.log.head()) > 0) return;
  const names = findProductionIndicators(system.settings);
  if (names.length === 0) await seedDemoData(system);
  else if (!system.settings.isProduction)
    console.log(
      `No demo data was created, because ${names.join(' and ')} may indicate a production system. npx kindra seed creates it.`,
    );
};

/** Starts the API and the web client. Returns their URL. */
const serveApi = async ({ system, resources }: RunningProcess): Promise<string> => {
  const api = await startApi({ ...system, pool: system.apiPool });
  resources.push(api);
  system.publishUrl(api.url);
  return api.url;
};

/**
 * Runs the API, workers and web client in one process. Creates demo data if the system is empty, unless `empty` is set
 * or a setting indicates a production system.
 */
export const runEverything = ({ empty: isEmpty }: { readonly empty: boolean }): Promise<void> =>
  runProcess({ canAttach: false, isListening: true }, async (running) => {
    running.resources.push(await startWorkers(running.system));
    if (!isEmpty) await seedEmptySystem(running.system);
    console.log(`Kindra is ready at ${await serveApi(running)}`);
  });

/** Runs the API and the web client. */
export const runApi = (): Promise<void> =>
  runProcess({ canAttach: true, isListening: true }, async (running) => {
    console.log(`The API is ready at ${await serveApi(running)}`);
  });

/** Runs all workers, or only those listed in `only`. */
export const runWorkers = (only: readonly string[] | undefined): Promise<void> =>
  runProcess({ canAttach: true, isListening: false }, async ({ system, resources }) => {
    resources.push(await startWorkers(system, { only }));
    console.log('The workers are ready.');
  });
