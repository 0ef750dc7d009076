/**
 * Prepares what all programs need: the Node.js version, dependencies, and the built web client. This file is plain
 * JavaScript without dependencies, because it runs before they are installed.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
// Not by name: versions of Node.js that are too old have no `parseArgs`.
import util from 'node:util';
import { runExclusively } from './run-exclusively.mjs';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

const MIN_NODE_VERSION = [20, 19];

/** A problem that the user must fix. The message says how. */
export class PreparationError extends Error {}

/**
 * Checks the version of Node.js that runs this program.
 * @throws PreparationError if it is older than the oldest supported version
 */
export const checkNode = () => {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > MIN_NODE_VERSION[0] || (major === MIN_NODE_VERSION[0] && minor >= MIN_NODE_VERSION[1])) return;
  throw new PreparationError(
    `Kindra needs Node.js ${MIN_NODE_VERSION.join('.')} or newer; this is ${process.versions.node}.`,
  );
};

/**
 * Parses the options of a script. Each also has `--prepared`, with which it prepares nothing.
 * @throws PreparationError for an unknown option and for other arguments
 */
export const parseOptions = (args, options) => {
  try {
    return util.parseArgs({ args, options: { ...options, prepared: { type: 'boolean' } } }).values;
  } catch (error) {
    throw new PreparationError(error.message);
  }
};

/** Runs a program to completion and captures its output. With `show`, also prints the output. */
export const run = (program, args, { show = false, env = process.env, cwd = root, timeout } = {}) =>
  new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd,
      env,
      timeout,
      stdio: ['ignore', show ? 'inherit' : 'pipe', show ? 'inherit' : 'pipe'],
    });
    let output = '';
    child.stdout?.setEncoding('utf8').on('data', (text) => (output += text));
    child.stderr?.setEncoding('utf8').on('data', (text) => (output += text));
    child.once('error', reject);
    child.once('close', (code, signal) => resolve({ code: code ?? 1, signal, output }));
  });

/** Runs npm. Prefers the npm installation that started this process. */
const runNpm = (args, options) =>
  process.env.npm_execpath?.endsWith('.js')
    ? run(process.execPath, [process.env.npm_execpath, ...args], options)
    : run('npm', args, options);

const readJson = (path) => {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
};

/**
 * Returns whether the dependencies are installed; with `dev`, also those that only tests and tools need. npm writes the
 * list of installed packages last, so an interrupted installation has no list.
 */
const isInstalled = ({ dev }) => {
  const lockedPackages = readJson(join(root, 'package-lock.json'))?.packages ?? {};
  const installedPackages = readJson(join(root, 'node_modules', '.package-lock.json'))?.packages;
  if (!installedPackages) return false;
  return Object.entries(lockedPackages).every(
    ([path, entry]) =>
      path === '' ||
      entry.optional ||
      (entry.dev && !dev) ||
      installedPackages[path]?.version === entry.version,
  );
};

const install = async (options) => {
  if (isInstalled(options)) return;
  console.log('Installing dependencies…');
  const result = await runNpm(['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']);
  if (result.code === 0) return;
  if (/ENOSPC/.test(result.output))
    throw new PreparationError('There is no space left on the disk for the dependencies.');
  throw new PreparationError(`The dependencies could not be installed by npm ci.\n${result.output.trim()}`);
};

/**
 * Installs the dependencies from the lock file, unless they are already installed. Without `dev`, an installation
 * without development dependencies, such as that of the image, is complete: reinstalling would remove the packages of
 * running processes.
 */
export const ensureInstalled = async ({ dev = false } = {}) => {
  if (!isInstalled({ dev })) await runExclusively(root, () => install({ dev }));
};

/** Lists the paths of all files in a folder and its subfolders. */
export const listFiles = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name));

const WEB_BUILD = join(root, 'web', 'dist');
const WEB_STAMP = join(WEB_BUILD, '.built-from');

const hashWebSources = () => {
  const hash = createHash('sha256');
  const folders = ['web', 'contract', 'domain'].map((name) => join(root, name)).filter(existsSync);
  const files = [...folders.flatMap(listFiles), join(root, 'package-lock.json')];
  for (const file of files.filter((path) => !path.startsWith(WEB_BUILD)).sort())
    hash.update(file.slice(root.length)).update('\0').update(readFileSync(file));
  return hash.digest('hex');
};

const isBuiltFrom = (sources) => existsSync(WEB_STAMP) && readFileSync(WEB_STAMP, 'utf8') === sources;

/** Replaces the previous build once the new one is complete. */
const buildWeb = async () => {
  const sources = hashWebSources();
  if (isBuiltFrom(sources)) return;
  console.log('Building the web client…');
  const newBuild = `${WEB_BUILD}-${process.pid}`;
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  if (!existsSync(vite)) await install({ dev: true });
  try {
    const args = ['build', 'web', '--outDir', newBuild, '--emptyOutDir', '--logLevel', 'warn'];
    const result = await run(process.execPath, [vite, ...args]);
    if (result.code !== 0)
      throw new PreparationError(`The web client could not be built.\n${result.output.trim()}`);
    writeFileSync(join(newBuild, '.built-from'), sources);
    rmSync(WEB_BUILD, { recursive: true, force: true });
    renameSync(newBuild, WEB_BUILD);
  } finally {
    rmSync(newBuild, { recursive: true, force: true });
  }
};

/** Builds the web client, unless the existing build is up to date. */
export const ensureWebBuilt = async () => {
  if (!isBuiltFrom(hashWebSources())) await runExclusively(root, buildWeb);
};

/** Imports a TypeScript module, given its path in the repository. */
export const runTypeScript = async (path) => {
  const { register } = await import('tsx/esm/api');
  register();
  return import(pathToFileURL(join(root, path)).href);
};

/** Folder of the bundles. It is inside `node_modules` so that Node.js can resolve imported packages, which are not bundled. */
export const BUNDLES = join(root, 'node_modules', '.cache', 'kindra');

/** Files, besides the sources, that determine the content of a bundle. */
const BUNDLER_FILES = [
  'scripts/bundle.mjs',
  'scripts/source-map-lines.mjs',
  'tsconfig.json',
  'package-lock.json',
];

/**
 * Returns a hash of everything that determines a bundle. It covers the folder too, because a bundle contains the URLs of its
 * sources.
 */
export const hashBundleSources = (paths) => {
  const hash = createHash('sha256').update(root);
  for (const path of [...BUNDLER_FILES, ...paths])
    hash.update(`\0${path}\0`).update(existsSync(join(root, path)) ? readFileSync(join(root, path)) : '');
  return hash.digest('hex');
};

/** Returns the path of the record about the newest bundle of a module. */
export const getBundleRecord = (path) => join(BUNDLES, `${path.replaceAll('/', '-')}.json`);

/** Returns the bundle of a module, or undefined if its sources have changed or one of its files is missing. */
const findBundle = (path) => {
  const record = readJson(getBundleRecord(path));
  // An equal hash implies a record of this version, because the hash covers the program that writes records.
  if (!record || hashBundleSources(record.sources ?? []) !== record.hash) return undefined;
  return record.files.every((file) => existsSync(join(root, file))) ? join(root, record.output) : undefined;
};

const buildBundle = async (path) => {
  const { code, output } = await run(process.execPath, [join(root, 'scripts', 'bundle.mjs'), path]);
  return code === 0 ? output : undefined;
};

/**
 * Imports a TypeScript module from a bundle of the current sources, which uses less memory than tsx. Falls back to tsx
 * if the module cannot be bundled, for example because the disk is read-only.
 */
export const runBundle = async (path) => {
  const bundle = findBundle(path) ?? (await buildBundle(path));
  if (!bundle) return runTypeScript(path);
  process.setSourceMapsEnabled(true);
  return import(pathToFileURL(bundle).href);
};

/** Prints an error, in one sentence if it is expected, and sets the exit status. */
export const exitWithError = (error) => {
  const isExpected = error instanceof PreparationError;
  console.error(isExpected ? error.message : (error.stack ?? String(error)));
  process.exit(1);
};
