import { createMemoryEventLog } from '../../../adapters/event-log/memory.ts';
import { createLogTail } from '../../../projections/engine/log-tail.ts';
import { accountIdOf, newEvent, postIdOf } from '../../support/projections/history.ts';
import { eventually } from '../../support/projections/read-models.ts';

const EVENTS = 9_000;
const never = new AbortController().signal;

test('the tail has the newest events, and says when it does not reach back', async () => {
  const log = createMemoryEventLog();
  const data = { postId: postIdOf(1), accountId: accountIdOf(1) };
  const append = (count: number) =>
    log.append(
      'like-1',
      Array.from({ length: count }, () => newEvent({ type: 'PostLiked', data })),
      'any',
    );
  await append(5);
  const tail = createLogTail(log, 2);
  await tail.waitBeyond(4, never);
  expect(tail.read(1, 10)).toBeNull();
  expect(tail.read(2, 10)?.map(({ position }) => position)).toEqual([3, 4, 5]);
  expect(tail.read(2, 2)?.map(({ position }) => position)).toEqual([3, 4]);
  expect(tail.read(5, 10)).toEqual([]);

  for (let n = 5; n < EVENTS; n += 1_000) await append(Math.min(1_000, EVENTS - n));
  await tail.waitBeyond(EVENTS - 1, never);
  expect(tail.read(2, 10)).toBeNull();
  expect(tail.read(EVENTS - 3, 10)?.map(({ position }) => position)).toEqual([
    EVENTS - 2,
    EVENTS - 1,
    EVENTS,
  ]);
  const held: number[] = [];
  for (let after = EVENTS; ; after -= 500) {
    if (tail.read(after, 1) === null) break;
    held.push(after);
  }
  expect(held.length).toBeGreaterThan(8);

  let woken = false;
  const waiting = tail.waitBeyond(EVENTS, never).then(() => {
    woken = true;
  });
  expect(woken).toBe(false);
  await append(1);
  await eventually(() => woken);
  await waiting;
  await tail.close();
  await log.close();
});
