import { samplePost } from '../testing/samples.ts';
import { getItems, type Page, parseNextPath, replaceFirstPage } from './paging.ts';

test.each([
  ['</api/publications?cursor=abc>; rel="next"', '/api/publications?cursor=abc'],
  ['</a>; rel="prev", </b?cursor=1>; rel="next"', '/b?cursor=1'],
  ['<http://localhost/api/replies/1?cursor=x>; rel=next', '/api/replies/1?cursor=x'],
  ['</a>; rel="prev"', null],
  ['', null],
  [null, null],
])('reads the next path of %s as %s', (link, path) => {
  expect(parseNextPath(link)).toBe(path);
});

test('shows an item of two pages once, at its first place', () => {
  const [one, two, three] = [samplePost(1), samplePost(2), samplePost(3)];
  const pages = [
    { items: [one, two], next: '/next' },
    { items: [two, three], next: null },
  ];
  expect(getItems({ pages, pageParams: ['', '/next'] })).toEqual([one, two, three]);
});

describe('a list whose first page is reloaded', () => {
  const createItem = (id: string, place = id) => ({ id, place });
  const list = {
    pages: [
      { items: [createItem('a'), createItem('b')], next: '/2' },
      { items: [createItem('c'), createItem('d')], next: '/3' },
      { items: [createItem('e'), createItem('f')], next: '/4' },
    ],
    pageParams: ['', '/2', '/3'],
  };
  const listIds = (pages: readonly Page<{ readonly id: string }>[] | undefined) =>
    pages?.map(({ items }) => items.map(({ id }) => id));
  const getPlace = ({ place }: { readonly place: string }) => place;

  test('keeps the items after the first page, as far as they were loaded', () => {
    const renewedList = replaceFirstPage(list, { items: [createItem('new'), createItem('a')], next: '/2b' });
    expect(listIds(renewedList?.pages)).toEqual([
      ['new', 'a', 'b'],
      ['c', 'd'],
      ['e', 'f'],
    ]);
    expect(renewedList?.pages.map(({ next }) => next)).toEqual(['/2', '/3', '/4']);
    expect(renewedList?.pageParams).toEqual(['', '/2', '/3']);
  });

  test('removes deleted items, and shows moved items only at their new place', () => {
    const freshPage = { items: [createItem('f', 'moved'), createItem('c')], next: '/2b' };
    const renewedList = replaceFirstPage(list, freshPage, getPlace);
    expect(listIds(renewedList?.pages)).toEqual([['f', 'c', 'd'], ['e']]);
    expect(renewedList?.pageParams).toEqual(['', '/3']);
  });

  test('is replaced by a first page that contains all items, and is unknown without common items', () => {
    expect(listIds(replaceFirstPage(list, { items: [createItem('b')], next: null })?.pages)).toEqual([['b']]);
    expect(replaceFirstPage(list, { items: [createItem('x'), createItem('y')], next: '/2b' })).toBeNull();
    expect(replaceFirstPage(list, { items: [createItem('f', 'moved')], next: '/2b' }, getPlace)).toBeNull();
  });
});
