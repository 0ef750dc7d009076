/** `npm start`: everything that Kindra is, in one process. */
import { checkNode, ensureInstalled, ensureWebBuilt, fail, runTypeScript } from './prepare.mjs';

try {
  checkNode();
  await ensureInstalled();
  await ensureWebBuilt();
  const { runEverything } = await runTypeScript('scripts/processes.ts');
  await runEverything();
} catch (error) {
  fail(error);
}
