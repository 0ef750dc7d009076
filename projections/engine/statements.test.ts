import { toArrayValues } from './statements.ts';

test('formats the columns of rows as array literals', () => {
  const rows = [
    { id: 'a', text: 'He said "no" \\ {left}, NULL', likes: 1 },
    { id: 'b', text: 'NULL', likes: null },
    { id: 'c', text: null, likes: null },
  ];
  expect(toArrayValues(['id', 'text', 'likes'], ['uuid', 'text', 'integer'], rows)).toEqual([
    '{a,b,c}',
    '{"He said \\"no\\" \\\\ {left}, NULL","NULL",NULL}',
    '{1,NULL,NULL}',
  ]);
});
