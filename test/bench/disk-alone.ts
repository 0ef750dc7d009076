import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const PAGE = Buffer.alloc(8_192, 1);
/** Number of pages in the file. They are written before the measurement, like recycled WAL segments. */
const PAGE_COUNT = 2_048;

/**
 * Measures disk latency without a database. Entries are queued at a steady rate, then written and synced in batches. No
 * acknowledged write can be faster.
 * @returns the time from when each entry was due until it was synced, in milliseconds
 */
export async function measureDisk(perSecond: number, seconds: number): Promise<readonly number[]> {
  const folder = await mkdtemp(join(tmpdir(), 'kindra-disk-'));
  const file = await open(join(folder, 'pages'), 'w');
  try {
    for (let page = 0; page < PAGE_COUNT; page += 1) await file.write(PAGE);
    await file.sync();
    const durations: number[] = [];
    const startedAt = performance.now();
    for (let page = 0; durations.length < perSecond * seconds; page += 1) {
      const dueCount = Math.floor(((performance.now() - startedAt) / 1_000) * perSecond);
      if (dueCount <= durations.length) {
        await delay(1);
        continue;
      }
      await file.write(PAGE, 0, PAGE.length, (page % PAGE_COUNT) * PAGE.length);
      await file.datasync();
      const elapsedMs = performance.now() - startedAt;
      while (durations.length < dueCount) durations.push(elapsedMs - (durations.length / perSecond) * 1_000);
    }
    return durations;
  } finally {
    await file.close();
    await rm(folder, { recursive: true });
  }
}
