import { samplePost } from '../testing/samples.ts';
import { itemsOf, nextPath } from './paging.ts';

test.each([
  ['</api/publications?cursor=abc>; rel="next"', '/api/publications?cursor=abc'],
  ['</a>; rel="prev", </b?cursor=1>; rel="next"', '/b?cursor=1'],
  ['<http://localhost/api/replies/1?cursor=x>; rel=next', '/api/replies/1?cursor=x'],
  ['</a>; rel="prev"', null],
  ['', null],
  [null, null],
])('the next path in %s is %s', (link, path) => {
  expect(nextPath(link)).toBe(path);
});

test('an item that came in two pages is shown once, in its first place', () => {
  const [one, two, three] = [samplePost(1), samplePost(2), samplePost(3)];
  const pages = [
    { items: [one, two], next: '/next' },
    { items: [two, three], next: null },
  ];
  expect(itemsOf({ pages, pageParams: ['', '/next'] })).toEqual([one, two, three]);
});
