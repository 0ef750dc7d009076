/** A benchmark that reports one row with the id of its child process. Then both processes hang. */
import { spawn } from 'node:child_process';

const sleeper = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
process.send?.({ rows: [{ what: 'process', rate: sleeper.pid, unit: 'id' }] });
