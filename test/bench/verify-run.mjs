/** Runs `kindra verify` the way `npx kindra` does. Prints the memory of the process in megabytes after the output. */
import { runBundle } from '../../scripts/prepare.mjs';
import '../../scripts/v8-flags.mjs';

const { runCommandLine } = await runBundle('workers/cli/main.ts');
process.exitCode = await runCommandLine(['verify', '--json']);
process.stdout.write(`${process.resourceUsage().maxRSS / 1024}\n`);
