import { FIRST_ID, InvalidCursor, LAST_ID, LAST_PAGE, LAST_WHOLE, type Order, startOf } from './paging.ts';

const byIdDescending: Order = { name: 'newest', kinds: ['id'], start: [LAST_ID] };
const byIdAscending: Order = { name: 'oldest', kinds: ['id'], start: [FIRST_ID] };
const ranked: Order = { name: 'ranked', kinds: ['whole', 'id'], start: [LAST_WHOLE, LAST_ID] };
const numbered: Order = { name: 'numbered', kinds: ['whole'], start: [0] };

test.each([byIdDescending, byIdAscending, ranked, numbered])(
  'pages of $name are counted up to the last',
  (order) => {
    expect(startOf(order, { page: 1 }, 10)).toEqual({ key: order.start, skip: 0 });
    expect(startOf(order, { page: LAST_PAGE }, 10)).toEqual({ key: order.start, skip: 10 * (LAST_PAGE - 1) });
  },
);

test.each([
  [byIdDescending, [FIRST_ID]],
  [byIdAscending, [LAST_ID]],
  [ranked, [-LAST_WHOLE, FIRST_ID]],
  [numbered, [LAST_WHOLE]],
])('pages of $name behind the last start at the end, and skip nothing', (order, end) => {
  for (const page of [LAST_PAGE + 1, 100_000_000])
    expect(startOf(order, { page }, 10)).toEqual({ key: end, skip: 0 });
});

test('a list that need not be walked through has pages without end', () => {
  expect(startOf(numbered, { page: 5_000 }, 10, Number.POSITIVE_INFINITY)).toEqual({
    key: [0],
    skip: 49_990,
  });
});

test.each([-1, -LAST_WHOLE, LAST_WHOLE + 1, 0.5, '1', null])('no item stands at %p', (made) => {
  const cursor = Buffer.from(JSON.stringify(['numbered', made])).toString('base64url');
  expect(() => startOf(numbered, { cursor }, 10)).toThrow(InvalidCursor);
});
