import { createInterface } from 'node:readline';

const sendToParent = (message: Readonly<Record<string, number>>): void =>
  void process.stdout.write(`${JSON.stringify(message)}\n`);

/**
 * Prints the port, and then the memory and CPU time whenever it receives a line of input. Calls `close` when the
 * input is closed.
 */
export function serveBenchmark(port: number, close: () => Promise<void>): void {
  sendToParent({ port });
  createInterface({ input: process.stdin })
    .on('line', () => {
      const { user, system } = process.cpuUsage();
      sendToParent({ memory: process.memoryUsage.rss(), processorMs: (user + system) / 1_000 });
    })
    .once('close', () => void close());
}
