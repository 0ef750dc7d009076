/**
 * `npm test` runs the tests that must pass before a push. `npm run test:faults` runs slower tests: crashes, long
 * concurrency tests, other services, operators' commands, wider windows, and more runs of randomised tests. The last
 * line shows the totals for the selected tiers.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import {
  checkNode,
  ensureInstalled,
  ensureWebBuilt,
  exitWithError,
  PreparationError,
  root,
  run,
} from './prepare.mjs';
import { ensureTestTools } from './test-tools.mjs';

const getModulePath = (...parts) => join(root, 'node_modules', ...parts);
const TSC = getModulePath('typescript-native', 'bin', 'tsc');
const BIOME = getModulePath('@biomejs', 'biome', 'bin', 'biome');
const JEST = getModulePath('jest', 'bin', 'jest.js');
const PLAYWRIGHT = getModulePath('@playwright', 'test', 'cli.js');

/** One more than the number of processors, because tests also wait for the database, processes and timers. */
const WORKER_COUNT = Math.max(2, availableParallelism()) + 1;

/** Tests that start processes, use other services or wait for time limits. Few changes affect them. */
const SLOW_TESTS = [
  'test/faults/',
  'test/platform/',
  'test/tracing/',
  'test/contract/(command-line|jobs)/',
  'test/contract/backup-elsewhere',
  'test/contract/event-log/eventstoredb',
  'test/contract/projections/(ahead-of-log|changed-code|engine|leases|shared-load|rebuild)',
  'test/http/(email-faults|redis|socket-limits|uploads|views|webhook-limits)',
  'test/properties/read-cache',
].join('|');

/**
 * Pattern for browser tests that `npm test` runs, matched against file and title. They cover common user journeys in a
 * narrow window. Others, such as staff journeys and wider windows, run in the slow tier.
 */
const EVERYDAY_JOURNEYS =
  '(?<!-)(accounts|adoption|conversations|explore|feeds|giving|notifications|profiles|updates)\\.spec\\.ts.* in a narrow window';

/** Time after which a step is ended, in ms. The log then shows which tests did not finish. */
const STEP_TIMEOUT_MS = 30 * 60_000;

/** Maximum number of characters shown from each end of an error in the list of failures. */
const MAX_EXCERPT_LENGTH = 1_000;

const reports = mkdtempSync(join(tmpdir(), 'kindra-reports-'));

const readReport = (name) => {
  try {
    return JSON.parse(readFileSync(join(reports, name), 'utf8'));
  } catch {
    return {};
  }
};

/** The step prints its output only if it fails. */
const createCheck =
  (...args) =>
  async () => {
    const { code, output } = await run(process.execPath, args);
    if (code !== 0) console.log(output.trim());
    return { passed: Number(code === 0), failed: Number(code !== 0) };
  };

const shorten = (text) =>
  text.length <= 2 * MAX_EXCERPT_LENGTH
    ? text
    : `${text.slice(0, MAX_EXCERPT_LENGTH)}\n[…]\n${text.slice(-MAX_EXCERPT_LENGTH)}`;

const describeFailure = (name, error = '') =>
  [name, ...shorten(stripVTControlCharacters(error).trim()).split('\n')].join('\n    ').trim();

/** Includes test files that did not run. */
const getJestFailures = (testResults) =>
  testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(root, name);
    const failed = assertionResults.filter((test) => test.status === 'failed');
    if (failed.length === 0) return status === 'failed' ? [describeFailure(file, message)] : [];
    return failed.map(({ fullName, failureMessages: [error] }) =>
      describeFailure(`${file}: ${fullName}`, error),
    );
  });

const getBrowserFailures = ({ suites = [], specs = [] }) => [
  ...specs
    .filter(({ ok }) => !ok)
    .map(({ file, title, tests }) => {
      const errors = tests.flatMap(({ results }) => results.flatMap((result) => result.errors));
      return describeFailure(`test/browser/${file}: ${title}`, errors[0]?.message);
    }),
  ...suites.flatMap(getBrowserFailures),
];

const createJestStep =
  (paths, settings = {}) =>
  async () => {
    const file = join(reports, 'jest.json');
    rmSync(file, { force: true });
    const args = [
      '--experimental-vm-modules',
      '--disable-warning=ExperimentalWarning',
      JEST,
      '--json',
      `--outputFile=${file}`,
      `--maxWorkers=${WORKER_COUNT}`,
      '--reporters',
      join(root, 'test/support/brief-reporter.mjs'),
      '--',
      paths,
    ];
    const { code } = await run(process.execPath, args, {
      show: true,
      env: { ...process.env, ...settings },
      timeout: STEP_TIMEOUT_MS,
    });
    const {
      numPassedTests = 0,
      numFailedTests = 0,
      numRuntimeErrorTestSuites = 0,
      testResults = [],
    } = readReport('jest.json');
    const failed = numFailedTests + numRuntimeErrorTestSuites;
    return {
      passed: numPassedTests,
      failed: failed || Number(code !== 0),
      failures: getJestFailures(testResults),
    };
  };

const createBrowserStep = (option) => async () => {
  const env = { ...process.env, KINDRA_BROWSER_REPORT: join(reports, 'browser.json') };
  const config = join(root, 'test', 'browser', 'playwright.config.ts');
  const args = [PLAYWRIGHT, 'test', '--config', config, `${option}=${EVERYDAY_JOURNEYS}`];
  const { code } = await run(process.execPath, args, { show: true, env, timeout: STEP_TIMEOUT_MS });
  const report = readReport('browser.json');
  const { expected: passed = 0, unexpected = 0, flaky = 0 } = report.stats ?? {};
  const failed = unexpected + flaky;
  return { passed, failed: failed || Number(code !== 0), failures: getBrowserFailures(report) };
};

const build = async () => {
  await ensureWebBuilt();
  return { passed: 1, failed: 0 };
};

const CHECKS = [
  ['types', createCheck(TSC, '--noEmit')],
  ['types of the web client', createCheck(TSC, '--noEmit', '--project', 'web/tsconfig.json')],
  ['lint and format', createCheck(BIOME, 'check', '--reporter=summary', '.')],
  ['walls', createCheck(join(root, 'scripts', 'check-walls.mjs'))],
  ['build of the web client', build],
];

/**
 * Groups of step lists, by tier. Groups run sequentially. Within a group, lists run in parallel, and each list runs its
 * steps sequentially.
 */
const TIERS = {
  everyday: [
    [CHECKS, [['unit, property, integration and contract tests', createJestStep(`^((?!${SLOW_TESTS}).)*$`)]]],
    [[['main journeys in a narrow window', createBrowserStep('--grep')]]],
  ],
  faults: [
    [
      [
        ['build of the web client', build],
        [
          'slow and random tests',
          createJestStep(`${SLOW_TESTS}|test/properties/`, { KINDRA_TEST_SCALE: '10' }),
        ],
        ['other journeys', createBrowserStep('--grep-invert')],
        ['all benchmarks in a tiny size', createCheck(join(root, 'scripts', 'run.mjs'), 'bench', '--tiny')],
      ],
    ],
  ],
};

const runStep = async ([name, step]) => {
  const startedAt = Date.now();
  const result = await step().catch((error) => {
    console.log(error.message);
    return { passed: 0, failed: 1 };
  });
  const seconds = ((Date.now() - startedAt) / 1000).toFixed(1);
  console.log(`── ${result.passed} passed, ${result.failed} failed in ${seconds} s: ${name}`);
  return result.failed > 0 && !result.failures?.length ? { ...result, failures: [name] } : result;
};

const sum = (results) => ({
  passed: results.reduce((total, { passed }) => total + passed, 0),
  failed: results.reduce((total, { failed }) => total + failed, 0),
  failures: results.flatMap(({ failures }) => failures ?? []),
});

const sumSequentially = async (items, work) => {
  const results = [];
  for (const item of items) results.push(await work(item));
  return sum(results);
};

const runTier = (name) =>
  sumSequentially(TIERS[name], async (lists) =>
    sum(await Promise.all(lists.map((steps) => sumSequentially(steps, runStep)))),
  );

const main = async (requestedTiers) => {
  const names = requestedTiers.length > 0 ? requestedTiers : ['everyday'];
  const unknownTier = names.find((name) => !TIERS[name]);
  if (unknownTier)
    throw new PreparationError(
      `There is no tier ${unknownTier}. Available: ${Object.keys(TIERS).join(', ')}.`,
    );
  checkNode();
  await ensureInstalled({ dev: true });
  await ensureTestTools({ firefox: names.includes('faults') });
  const { passed, failed, failures } = await sumSequentially(names, runTier);
  for (const failure of failures) console.log(`Failed: ${failure}`);
  console.log(`\n${passed} passed, ${failed} failed`);
  process.exitCode = failed === 0 ? 0 : 1;
};

try {
  await main(process.argv.slice(2));
} catch (error) {
  exitWithError(error);
} finally {
  rmSync(reports, { recursive: true, force: true });
}
