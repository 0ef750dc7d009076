/** `npm test`: every test there is, and one line at the end that says how it went. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkNode, ensureInstalled, ensureWebBuilt, fail, root, run } from './prepare.mjs';
import { ensureTestTools } from './test-tools.mjs';

const module = (...parts) => join(root, 'node_modules', ...parts);
const TSC = module('typescript-native', 'bin', 'tsc');
const BIOME = module('@biomejs', 'biome', 'bin', 'biome');
const JEST = module('jest', 'bin', 'jest.js');
const PLAYWRIGHT = module('@playwright', 'test', 'cli.js');

const reports = mkdtempSync(join(tmpdir(), 'kindra-reports-'));

const readReport = (name) => {
  try {
    return JSON.parse(readFileSync(join(reports, name), 'utf8'));
  } catch {
    return undefined;
  }
};

/** A check that is passed or failed as a whole; what it prints is shown when it fails. */
const check = async (args) => {
  const { code, output } = await run(process.execPath, args);
  if (code !== 0) console.log(output.trim());
  return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1 };
};

const jest = async () => {
  const file = join(reports, 'jest.json');
  const flags = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'];
  const workers = Math.max(2, availableParallelism());
  const args = [
    ...flags,
    JEST,
    '--json',
    `--outputFile=${file}`,
    `--maxWorkers=${workers}`,
    '--reporters',
    join(root, 'test/support/brief-reporter.mjs'),
  ];
  const { code } = await run(process.execPath, args, { show: true });
  const report = readReport('jest.json');
  const failed = (report?.numFailedTests ?? 0) + (report?.numRuntimeErrorTestSuites ?? 0);
  return { passed: report?.numPassedTests ?? 0, failed: code !== 0 && failed === 0 ? 1 : failed };
};

const browser = async () => {
  const env = { ...process.env, KINDRA_BROWSER_REPORT: join(reports, 'browser.json') };
  const config = join(root, 'test', 'browser', 'playwright.config.ts');
  const { code } = await run(process.execPath, [PLAYWRIGHT, 'test', '--config', config], { show: true, env });
  const stats = readReport('browser.json')?.stats;
  const failed = (stats?.unexpected ?? 0) + (stats?.flaky ?? 0);
  return { passed: stats?.expected ?? 0, failed: code !== 0 && failed === 0 ? 1 : failed };
};

const build = async () => {
  await ensureWebBuilt();
  return { passed: 1, failed: 0 };
};

const STEPS = [
  ['types', () => check([TSC, '--noEmit'])],
  ['types of the web client', () => check([TSC, '--noEmit', '--project', 'web/tsconfig.json'])],
  ['lint and format', () => check([BIOME, 'check', '--reporter=summary', '.'])],
  ['walls', () => check([join(root, 'scripts', 'check-walls.mjs')])],
  ['unit, property, integration, contract and fault tests', jest],
  ['build of the web client', build],
  ['browser tests', browser],
];

const runStep = async ([name, step]) => {
  const began = Date.now();
  console.log(`\n── ${name}`);
  const result = await step().catch((error) => {
    console.log(error.message);
    return { passed: 0, failed: 1 };
  });
  const seconds = ((Date.now() - began) / 1000).toFixed(1);
  console.log(`${result.passed} passed, ${result.failed} failed in ${seconds} s: ${name}`);
  return result;
};

const main = async () => {
  checkNode();
  await ensureInstalled();
  await ensureTestTools();
  const total = { passed: 0, failed: 0 };
  for (const step of STEPS) {
    const { passed, failed } = await runStep(step);
    total.passed += passed;
    total.failed += failed;
  }
  console.log(`\n${total.passed} passed, ${total.failed} failed`);
  process.exitCode = total.failed === 0 ? 0 : 1;
};

try {
  await main();
} catch (error) {
  fail(error);
} finally {
  rmSync(reports, { recursive: true, force: true });
}
