/** Runs the operators' command line without first checking that Kindra is installed correctly. */
import { runCommandLine } from '../../workers/cli/main.ts';

process.exitCode = await runCommandLine(process.argv.slice(2));
