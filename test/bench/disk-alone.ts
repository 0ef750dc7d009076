import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const PAGE = Buffer.alloc(8_192, 1);
/**
 * Number of pages of the file, which is written beforehand like the segments of a log that has been running
 * for a while.
 */
const PAGES = 2_048;

/**
 * Measures the latency of the disk without a database: at a steady rate, entries are queued, written and synced
 * together. No acknowledged write can be faster.
 * @returns the durations from due to synced, in milliseconds
 */
export async function measureDisk(perSecond: number, seconds: number): Promise<readonly number[]> {
  const folder = await mkdtemp(join(tmpdir(), 'kindra-disk-'));
  const file = await open(join(folder, 'pages'), 'w');
  try {
    for (let page = 0; page < PAGES; page += 1) await file.write(PAGE);
    await file.sync();
    const times: number[] = [];
    const started = performance.now();
    for (let page = 0; times.length < perSecond * seconds; page += 1) {
      const due = Math.floor(((performance.now() - started) / 1_000) * perSecond);
      if (due <= times.length) {
        await delay(1);
        continue;
      }
      await file.write(PAGE, 0, PAGE.length, (page % PAGES) * PAGE.length);
      await file.datasync();
      const elapsedMs = performance.now() - started;
      while (times.length < due) times.push(elapsedMs - (times.length / perSecond) * 1_000);
    }
    return times;
  } finally {
    await file.close();
    await rm(folder, { recursive: true });
  }
}
