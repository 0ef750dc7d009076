/** `npm run api`, `npm run worker`, `npm run bench` and `npm run emails` each run one part of Kindra. */
import {
  checkNode,
  ensureInstalled,
  ensureWebBuilt,
  exitWithError,
  PreparationError,
  parseOptions,
  runBundle,
  runTypeScript,
} from './prepare.mjs';
import './v8-flags.mjs';

const PROCESSES = 'scripts/processes.ts';

const PROGRAMS = {
  api: {
    options: {},
    prepare: ensureWebBuilt,
    start: async () => (await runBundle(PROCESSES)).runApi(),
  },
  worker: {
    prepare: () => {},
    options: { only: { type: 'string' } },
    start: async ({ only }) => (await runBundle(PROCESSES)).runWorkers(only?.split(',').filter(Boolean)),
  },
};

/** Runs the benchmarks. They parse the remaining arguments themselves. */
const runBenchmark = async () => {
  await ensureInstalled({ dev: true });
  await ensureWebBuilt();
  process.argv.splice(2, 1);
  await runTypeScript('test/bench/main.ts');
};

const previewEmails = async () => {
  await ensureInstalled();
  await runTypeScript('scripts/preview-emails.ts');
};

const main = async ([name, ...args]) => {
  checkNode();
  if (name === 'bench') return runBenchmark();
  if (name === 'emails') return previewEmails();
  const program = PROGRAMS[name];
  if (!program)
    throw new PreparationError(`There is no program ${name}. Available: api, worker, bench, emails.`);
  const { prepared, ...values } = parseOptions(args, program.options);
  if (!prepared) {
    await ensureInstalled();
    await program.prepare();
  }
  await program.start(values);
};

try {
  await main(process.argv.slice(2));
} catch (error) {
  exitWithError(error);
}
