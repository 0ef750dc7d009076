import { createServer } from 'node:net';
import { composeSystem, type System } from '../adapters/compose.ts';
import { loadSettings, meantForPeople, type Settings } from '../adapters/config.ts';
import type { DatabaseUse } from '../adapters/database.ts';
import { createLogger } from '../adapters/logger.ts';
import { serveMetrics } from '../adapters/metrics.ts';
import { startApi } from '../api/main.ts';
import { projectionNames } from '../projections/registry.ts';
import { demoText } from '../workers/cli/seed.ts';
import { seedDemo } from '../workers/demo/seed.ts';
import { startWorkers } from '../workers/main.ts';
import { explain } from './explain.ts';
import { endWhenAsked } from './lifecycle.ts';

/** What a process runs until it is asked to end, each to be closed before what was opened earlier. */
interface Running {
  readonly settings: Settings;
  readonly system: System;
  readonly opened: { readonly close: () => Promise<void> }[];
}

/** Found out before anything else is done, since a fresh system takes a while to be made. */
const checkPort = ({ host, port }: Settings): Promise<void> =>
  new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(port, host, () => server.close(() => resolve()));
  });

const runProcess = async (
  use: DatabaseUse,
  { listens }: { listens: boolean },
  start: (running: Running) => Promise<void>,
): Promise<void> => {
  try {
    const settings = loadSettings();
    if (listens) await checkPort(settings);
    const logger = createLogger(settings.logLevel);
    const opened: Running['opened'] = [];
    endWhenAsked(logger, async () => {
      for (const part of opened.splice(0).reverse()) await part.close();
    });
    const system = await composeSystem(settings, logger, use);
    opened.push(system);
    if (settings.metricsPort !== undefined) {
      opened.push(await serveMetrics(system.metrics, settings.host, settings.metricsPort));
    }
    await start({ settings, system, opened });
  } catch (error) {
    console.error(explain(error));
    process.exit(1);
  }
};

/** How long the demo may take to show in the read models, in milliseconds. */
const DEMO_SHOWS_MS = 30_000;

/** How long the system waits for an answer of the database, in milliseconds; who asked for it is told to try again. */
const ANSWER_MS = 15_000;

const ALONE: DatabaseUse = { role: 'system', attach: false, answerMs: ANSWER_MS };
const BESIDE_OTHERS: DatabaseUse = { role: 'system', attach: true, answerMs: ANSWER_MS };

const fillWithDemo = async (system: System): Promise<void> => {
  console.log('Filling in demo data…');
  await system.keepWhole(async () => {
    const demo = await seedDemo(system);
    await system.progress.waitFor(projectionNames, demo.position, DEMO_SHOWS_MS);
    console.log(`\n${demoText(demo)}\n`);
  });
};

/** Fills an empty system with demo data, unless a setting is meant for real people: then it says how to get them. */
const fillWhatIsForLooking = async (system: System): Promise<void> => {
  if ((await system.log.head()) > 0) return;
  const names = meantForPeople(system.settings);
  if (names.length === 0) await fillWithDemo(system);
  else if (!system.settings.production)
    console.log(
      `No demo data, since ${names.join(' and ')} may be for real people; npx kindra seed fills it in.`,
    );
};

/**
 * The API, the workers and the web client in one process. A new data folder is filled with demo data first, unless it is
 * to start empty or anything in the settings is meant for real people.
 */
export const runEverything = ({ empty }: { readonly empty: boolean }): Promise<void> =>
  runProcess(ALONE, { listens: true }, async ({ system, opened }) => {
    opened.push(await startWorkers(system));
    if (!empty) await fillWhatIsForLooking(system);
    const api = await startApi({ ...system, pool: system.apiPool });
    opened.push(api);
    system.announce(api.url);
    console.log(`Kindra is ready at ${api.url}`);
  });

/** The API and the web client. */
export const runApi = (): Promise<void> =>
  runProcess(BESIDE_OTHERS, { listens: true }, async ({ system, opened }) => {
    const api = await startApi({ ...system, pool: system.apiPool });
    opened.push(api);
    system.announce(api.url);
    console.log(`The API is ready at ${api.url}`);
  });

/** Projections, process managers and jobs, or only those that are named. */
export const runWorkers = (only: readonly string[] | undefined): Promise<void> =>
  runProcess(BESIDE_OTHERS, { listens: false }, async ({ system, opened }) => {
    opened.push(await startWorkers(system, { only }));
    console.log('The workers are ready.');
  });
