import { InvalidCursor, LAST_WHOLE, type Order, startOf } from './paging.ts';

const numbered: Order = { name: 'numbered', kinds: ['whole'], start: [0] };

test('a numbered page skips the items of the pages before it', () => {
  expect(startOf(numbered, { page: 1 }, 10)).toEqual({ key: [0], skip: 0 });
  expect(startOf(numbered, { page: 100 }, 10)).toEqual({ key: [0], skip: 990 });
});

test.each([-1, -LAST_WHOLE, LAST_WHOLE + 1, 0.5, '1', null])('no item stands at %p', (made) => {
  const cursor = Buffer.from(JSON.stringify(['numbered', made])).toString('base64url');
  expect(() => startOf(numbered, { cursor }, 10)).toThrow(InvalidCursor);
});
