/** Runs `kindra verify`; prints its memory in megabytes after the output. */
import { runCommandLine } from '../../workers/cli/main.ts';

process.exitCode = await runCommandLine(['verify', '--json']);
process.stdout.write(`${process.resourceUsage().maxRSS / 1024}\n`);
