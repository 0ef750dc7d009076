/** The operators' command line as a program, without checking the installation. */
import { runCommandLine } from '../../workers/cli/main.ts';

process.exitCode = await runCommandLine(process.argv.slice(2));
