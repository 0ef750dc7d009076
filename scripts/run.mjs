/** `npm run api`, `npm run worker`, `npm run bench`: one part of Kindra in a process of its own. */
import { parseArgs } from 'node:util';
import {
  CannotPrepare,
  checkNode,
  ensureInstalled,
  ensureWebBuilt,
  fail,
  runTypeScript,
} from './prepare.mjs';

const onlyOf = (args) => {
  const { only } = parseArgs({ args, options: { only: { type: 'string' } } }).values;
  return only?.split(',').filter(Boolean);
};

const PROGRAMS = {
  api: async () => {
    await ensureWebBuilt();
    const { runApi } = await runTypeScript('scripts/processes.ts');
    await runApi();
  },
  worker: async (args) => {
    const only = onlyOf(args);
    const { runWorkers } = await runTypeScript('scripts/processes.ts');
    await runWorkers(only);
  },
  bench: async () => {
    process.argv.splice(2, 1);
    await runTypeScript('test/bench/main.ts');
  },
};

try {
  checkNode();
  const [name, ...args] = process.argv.slice(2);
  const program = PROGRAMS[name];
  if (!program)
    throw new CannotPrepare(`There is no program ${name}; there are ${Object.keys(PROGRAMS).join(', ')}.`);
  await ensureInstalled();
  await program(args);
} catch (error) {
  fail(error);
}
