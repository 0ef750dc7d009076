/** The operators' command line as a program of its own, without looking for what is to be installed. */
import { runCommandLine } from '../../workers/cli/main.ts';

process.exitCode = await runCommandLine(process.argv.slice(2));
