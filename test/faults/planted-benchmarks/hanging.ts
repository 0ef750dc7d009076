/** Reports one row with its process id, and hangs, like the process that it starts. */
import { spawn } from 'node:child_process';

const sleeper = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
process.send?.({ rows: [{ what: 'process', rate: sleeper.pid, unit: 'id' }] });
