/** `npm start` runs all of Kindra in one process. */
import {
  checkNode,
  ensureInstalled,
  ensureWebBuilt,
  exitWithError,
  parseOptions,
  runBundle,
} from './prepare.mjs';
import './v8-flags.mjs';

try {
  checkNode();
  const { empty = false, prepared } = parseOptions(process.argv.slice(2), { empty: { type: 'boolean' } });
  // Tests start Kindra often, so they prepare everything once.
  if (!prepared) {
    await ensureInstalled();
    await ensureWebBuilt();
  }
  const { runEverything } = await runBundle('scripts/processes.ts');
  await runEverything({ empty });
} catch (error) {
  exitWithError(error);
}
