/** `npm run walls` checks import rules and docstrings, and that each rule detects a planted violation. */
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { findUndocumentedExports } from './docstrings.mjs';
import { root, run } from './prepare.mjs';

const FOLDERS = [
  'common',
  'domain',
  'contract',
  'projections',
  'application',
  'api',
  'workers',
  'adapters',
  'web/src',
];
const DOCUMENTED_FOLDERS = [...FOLDERS, 'bin', 'scripts'];
const PLANTED_VIOLATIONS_DIR = join(root, 'test', 'walls', 'planted');
const CONFIGURATION = join(root, '.dependency-cruiser.cjs');
const CRUISER = join(root, 'node_modules', 'dependency-cruiser', 'bin', 'dependency-cruise.mjs');

const cruise = async (folder) => {
  const folders = FOLDERS.filter((name) => existsSync(join(folder, name)));
  const args = [CRUISER, '--config', CONFIGURATION, '--output-type', 'json', ...folders];
  const { output } = await run(process.execPath, args, { cwd: folder });
  const { summary } = JSON.parse(output.slice(output.indexOf('{')));
  return { modules: summary.totalCruised, violations: summary.violations };
};

const describe = ({ rule, from, to }) => `${rule.name}: ${from} → ${to}`;

const findViolations = async () => {
  const { modules, violations } = await cruise(root);
  if (modules < 20) return [`the rules were checked on ${modules} modules only`];
  return violations.map(describe);
};

const findIneffectiveRules = async () => {
  const { violations } = await cruise(PLANTED_VIOLATIONS_DIR);
  const detectedRules = new Set(violations.map(({ rule }) => rule.name));
  const { forbidden } = createRequire(import.meta.url)(CONFIGURATION);
  return forbidden
    .filter(({ name }) => !detectedRules.has(name))
    .map(({ name }) => `${name} did not catch its planted violation`);
};

const findMissingDocstrings = () =>
  findUndocumentedExports(root, DOCUMENTED_FOLDERS).map(
    ({ file, line, name }) => `${file}:${line}: add a docstring to ${name}, or do not export it`,
  );

const findIgnoredExports = () => {
  const file = join('common', 'undocumented.ts');
  const lines = readFileSync(join(PLANTED_VIOLATIONS_DIR, file), 'utf8').split('\n');
  const foundLines = findUndocumentedExports(PLANTED_VIOLATIONS_DIR, ['common'])
    .filter((found) => found.file === file)
    .map(({ line }) => line);
  return lines.flatMap((text, index) =>
    text.startsWith('export ') && !foundLines.includes(index + 1)
      ? [`the missing docstring was not detected of: ${text}`]
      : [],
  );
};

const problems = [
  ...(await findViolations()),
  ...(await findIneffectiveRules()),
  ...findMissingDocstrings(),
  ...findIgnoredExports(),
];
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exit(1);
