/** `kindra verify` as operators run it; prints its memory in megabytes behind its answer. */
import { runCommandLine } from '../../workers/cli/main.ts';

process.exitCode = await runCommandLine(['verify', '--json']);
process.stdout.write(`${process.resourceUsage().maxRSS / 1024}\n`);
