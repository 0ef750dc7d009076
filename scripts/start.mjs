/** `npm start`: everything that Kindra is, in one process. */
import { checkNode, ensureInstalled, ensureWebBuilt, fail } from './prepare.mjs';

try {
  checkNode();
  await ensureInstalled();
  await ensureWebBuilt();
  const { register } = await import('tsx/esm/api');
  register();
  const { startEverything } = await import('./everything.ts');
  await startEverything({ empty: process.argv.includes('--empty') });
} catch (error) {
  fail(error);
}
