/** Reports one row and its own id, and never ends, like the process that it starts. */
import { spawn } from 'node:child_process';

const sleeper = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
process.send?.({ rows: [{ what: 'process', rate: sleeper.pid, unit: 'id' }] });
