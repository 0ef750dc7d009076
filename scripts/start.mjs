/** `npm start` runs all of Kindra in one process. */
import { checkNode, ensureInstalled, ensureWebBuilt, exitWithError, runBundle } from './prepare.mjs';
import './v8-flags.mjs';

try {
  checkNode();
  // Tests start Kindra often, so they prepare everything once.
  if (!process.argv.includes('--prepared')) {
    await ensureInstalled();
    await ensureWebBuilt();
  }
  const { runEverything } = await runBundle('scripts/processes.ts');
  await runEverything({ empty: process.argv.includes('--empty') });
} catch (error) {
  exitWithError(error);
}
