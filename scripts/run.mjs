/** `npm run api`, `npm run worker`, `npm run bench`: one part of Kindra in a process of its own. */
import { checkNode, ensureInstalled, fail } from './prepare.mjs';

const PROGRAMS = {
  api: '../api/main.ts',
  worker: '../workers/main.ts',
  bench: '../test/bench/main.ts',
};

try {
  checkNode();
  const [name, ...rest] = process.argv.slice(2);
  const program = PROGRAMS[name];
  if (!program)
    throw new Error(`There is no program ${name}; there are ${Object.keys(PROGRAMS).join(', ')}.`);
  await ensureInstalled();
  const { register } = await import('tsx/esm/api');
  register();
  process.argv.splice(1, process.argv.length - 1, new URL(program, import.meta.url).pathname, ...rest);
  await import(program);
} catch (error) {
  fail(error);
}
