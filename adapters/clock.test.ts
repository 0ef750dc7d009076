import { isUuid } from '../domain/kernel/ids.ts';
import { createIdSource } from './clock.ts';

test('ids are distinct UUIDs of version 7 that contain the time', () => {
  const { next } = createIdSource();
  const before = Date.now();
  const ids = Array.from({ length: 1_000 }, next);
  const after = Date.now();
  expect(new Set(ids).size).toBe(ids.length);
  for (const id of ids) {
    expect(isUuid(id)).toBe(true);
    expect(id).toMatch(/^.{14}7.{4}[89ab]/);
    const ms = Number.parseInt(id.slice(0, 13).replace('-', ''), 16);
    expect(ms >= before && ms <= after).toBe(true);
  }
});
