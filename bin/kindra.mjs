#!/usr/bin/env node
/** `npx kindra`: the operators' command line. */
import { checkNode, ensureInstalled, exitWithError, runBundle } from '../scripts/prepare.mjs';
import '../scripts/v8-flags.mjs';

try {
  checkNode();
  await ensureInstalled();
  const { runCommandLine } = await runBundle('workers/cli/main.ts');
  process.exitCode = await runCommandLine(process.argv.slice(2));
} catch (error) {
  exitWithError(error);
}
