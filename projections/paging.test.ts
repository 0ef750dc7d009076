import { InvalidCursor, LAST_INTEGER, type SortOrder, toPageStart } from './paging.ts';

const numbered: SortOrder = { name: 'numbered', kinds: ['whole'], start: [0] };

test('a numbered page skips the items of the pages before it', () => {
  expect(toPageStart(numbered, { page: 1 }, 10)).toEqual({ key: [0], skip: 0 });
  expect(toPageStart(numbered, { page: 100 }, 10)).toEqual({ key: [0], skip: 990 });
});

test.each([-1, -LAST_INTEGER, LAST_INTEGER + 1, 0.5, '1', null])('rejects %p as a page', (made) => {
  const cursor = Buffer.from(JSON.stringify(['numbered', made])).toString('base64url');
  expect(() => toPageStart(numbered, { cursor }, 10)).toThrow(InvalidCursor);
});
