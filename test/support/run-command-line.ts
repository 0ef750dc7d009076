/** Runs the operators' command line without checking the installation. */
import { runCommandLine } from '../../workers/cli/main.ts';

process.exitCode = await runCommandLine(process.argv.slice(2));
