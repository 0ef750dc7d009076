import { createRow, formatNumber } from './rows.ts';

test('compares each round with the limit of the same round', () => {
  const row = createRow({
    what: 'appends',
    unit: 'events/s',
    rate: [100, 50, 90],
    limitName: 'inserts',
    limit: [200, 50, 100],
    goal: { ratio: 0.95 },
  });
  expect(row).toMatchObject({ rate: 90, limit: 100, ratio: 0.9, goal: '≥ 0.95 of the limit', isMet: false });
});

test('treats a duration of twice the limit as half the speed', () => {
  const row = createRow({
    what: 'page',
    unit: 'ms',
    rate: 20,
    limitName: 'select',
    limit: 10,
    goal: { atMost: 20 },
  });
  expect(row).toMatchObject({ ratio: 0.5, goalRate: 20, isMet: true });
});

test('states the goal of a share in the unit of the figure', () => {
  const options = { what: 'read', limitName: 'select', limit: 10, goal: { ratio: 0.5 } };
  expect(createRow({ ...options, unit: 'reads/s', rate: 8 }).goalRate).toBe(5);
  expect(createRow({ ...options, unit: 'ms', rate: 8 }).goalRate).toBe(20);
});

test('formats small figures with two significant digits', () => {
  expect([0, 0.00123, 0.456, 45.67, 1_234.5].map(formatNumber)).toEqual([
    '0',
    '0.0012',
    '0.46',
    '45.7',
    '1,235',
  ]);
});
