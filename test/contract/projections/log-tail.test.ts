import { createMemoryEventLog } from '../../../adapters/event-log/memory.ts';
import { createLogTail } from '../../../projections/engine/log-tail.ts';
import { accountIdOf, newEvent, postIdOf } from '../../support/projections/history.ts';
import { until } from '../../support/wait.ts';

const never = new AbortController().signal;

test('the tail has the events from its beginning on, and wakes who waits for more', async () => {
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
  const reader = tail.join(2);
  await tail.waitBeyond(4, never);
  expect(reader.read(1, 10)).toBeNull();
  expect(reader.read(2, 10)?.map(({ position }) => position)).toEqual([3, 4, 5]);

  let woken = false;
  const waiting = tail.waitBeyond(5, never).then(() => {
    woken = true;
  });
  expect(woken).toBe(false);
  await append(1);
  await until(() => woken);
  await waiting;
  expect(reader.read(5, 10)?.map(({ position }) => position)).toEqual([6]);
  await tail.close();
  await log.close();
});
