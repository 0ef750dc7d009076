import type { RecordedEvent } from './event.ts';
import { createEventWindow } from './event-window.ts';

const events = (...positions: readonly number[]): RecordedEvent[] =>
  positions.map((position) => ({ position }) as RecordedEvent);

const stretch = (from: number, count: number): RecordedEvent[] =>
  events(...Array.from({ length: count }, (_, n) => from + n));

const positions = (found: readonly RecordedEvent[] | null) => found?.map(({ position }) => position);

test('a reader gets what stands behind a position, and is told where the window does not reach', () => {
  const window = createEventWindow(2);
  const reader = window.join(2);
  window.add(events(3, 5, 8), 2);
  expect(reader.read(1, 10)).toBeNull();
  expect(positions(reader.read(2, 10))).toEqual([3, 5, 8]);
  expect(positions(reader.read(2, 2))).toEqual([3, 5]);
  expect(positions(reader.read(4, 10))).toEqual([5, 8]);
  expect(reader.read(8, 10)).toEqual([]);
});

test('where something is missing, the window begins anew', () => {
  const window = createEventWindow(0);
  const reader = window.join(0);
  window.add(events(1, 2), 0);
  window.add(events(5, 6), 4);
  expect(reader.read(2, 10)).toBeNull();
  expect(positions(reader.read(4, 10))).toEqual([5, 6]);
});

test('what all readers have read is let go, and nothing is kept for nobody', () => {
  const window = createEventWindow(0);
  window.add(events(1), 0);
  const [quick, slow] = [window.join(1), window.join(1)];
  expect(slow.read(0, 1)).toBeNull();
  slow.read(1, 1);
  window.add(events(2, 3, 4), 1);
  quick.read(4, 10);
  expect(positions(slow.read(1, 10))).toEqual([2, 3, 4]);
  slow.read(3, 10);
  expect(quick.read(2, 10)).toBeNull();
  slow.leave();
  expect(quick.read(4, 10)).toEqual([]);
  expect(quick.read(3, 10)).toBeNull();
});

test('who is thousands behind is not waited for', () => {
  const window = createEventWindow(0);
  const [close, far] = [window.join(0), window.join(0)];
  for (let from = 1; from <= 9_001; from += 1_000) window.add(stretch(from, 1_000), from - 1);
  expect(far.read(0, 1)).toBeNull();
  expect(positions(close.read(9_000, 1))).toEqual([9_001]);
  expect(close.read(6_500, 1)).not.toBeNull();
});
