import { createSampleEvent, createSampleEvents } from '../../test/contract/event-log/sample-events.ts';
import { waitUntil } from '../../test/support/wait.ts';
import { watchHistory } from './history.ts';
import { createMemoryEventLog } from './memory.ts';

const STREAM = 'sample-1';

function createWatchedLog(intervalMs = 60_000) {
  const memory = createMemoryEventLog();
  const { log, history } = watchHistory(memory, { intervalMs });
  let changes = 0;
  history.onChanged(() => {
    changes += 1;
  });
  return { memory, log, history, changes: () => changes };
}

test('returns whether the log still has an event at its position', async () => {
  const { log, memory, history } = createWatchedLog();
  const [event] = createSampleEvents(1);
  await log.append(STREAM, [event!], 'no_stream');
  const point = { position: 1, eventId: event!.id };
  expect(await history.findPoint(1)).toEqual(point);
  expect(await history.contains(point)).toBe(true);
  memory.truncate(0);
  expect(await history.contains(point)).toBe(false);
  expect(await history.findPoint(1)).toBeNull();
  await log.append(STREAM, createSampleEvents(1), 'no_stream');
  expect(await history.contains(point)).toBe(false);
  expect(await history.contains({ position: 0, eventId: null })).toBe(true);
  await log.close();
});

test.each([
  ['is gone', 0],
  ['has another event in its place', 1],
])('reports a changed history once when the last seen event %s', async (_what, added) => {
  const { log, memory, history, changes } = createWatchedLog();
  await log.append(STREAM, createSampleEvents(3), 'no_stream');
  await history.check();
  expect(changes()).toBe(0);
  memory.truncate(2);
  if (added) await memory.append(STREAM, [createSampleEvent()], 1);
  await history.check();
  await history.check();
  expect(changes()).toBe(1);
  await log.close();
});

test('reports a changed history when the identity of the log changes', async () => {
  const memory = createMemoryEventLog();
  let identity = 'one';
  const { log, history } = watchHistory({ ...memory, identity: async () => identity });
  const historyChange = new Promise<void>((resolve) => void history.onChanged(resolve));
  await history.check();
  identity = 'another';
  await history.check();
  await historyChange;
  await log.close();
});

test('polls the log and continues after an outage', async () => {
  const memory = createMemoryEventLog();
  let failures = 3;
  const findEventIdAt = async (position: number): Promise<string | null> => {
    failures -= 1;
    if (failures >= 0) throw new Error('out of reach');
    return memory.findEventIdAt(position);
  };
  const { log, history } = watchHistory({ ...memory, findEventIdAt }, { intervalMs: 5 });
  let changes = 0;
  history.onChanged(() => {
    changes += 1;
  });
  await log.append(STREAM, createSampleEvents(2), 'no_stream');
  memory.truncate(1);
  await waitUntil(() => changes === 1);
  await log.close();
});
