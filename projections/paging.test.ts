import { encodeCursor, InvalidCursor, MAX_INTEGER, type SortOrder, toPageStart } from './paging.ts';

const numberedOrder: SortOrder = { name: 'numbered', kinds: ['integer'], start: [0] };

test('a numbered page skips the items of the pages before it', () => {
  expect(toPageStart(numberedOrder, { page: 1 }, 10)).toEqual({ key: [0], skip: 0 });
  expect(toPageStart(numberedOrder, { page: 100 }, 10)).toEqual({ key: [0], skip: 990 });
});

test.each([-1, -MAX_INTEGER, MAX_INTEGER + 1, 0.5, '1', null])('rejects %p as a page', (page) => {
  const cursor = Buffer.from(JSON.stringify(['numbered', page])).toString('base64url');
  expect(() => toPageStart(numberedOrder, { cursor }, 10)).toThrow(InvalidCursor);
});

test('rejects a cursor of another list, even if both have the same sort values', () => {
  const otherOrder: SortOrder = { ...numberedOrder, name: 'other' };
  const cursor = encodeCursor(otherOrder, [7]);
  expect(toPageStart(otherOrder, { cursor }, 10)).toEqual({ key: [7], skip: 0 });
  expect(() => toPageStart(numberedOrder, { cursor }, 10)).toThrow(InvalidCursor);
});
