import type { RecordedEvent } from '../../domain/kernel/event.ts';
import { blank, increment, insert, type Projection, type RowChange, removeOwned, set } from './definition.ts';
import { createFold } from './fold.ts';

const ROW = { id: 'a', owner: 'o', text: 'hello', likes: 0 };

/** A projection with one table. Its events contain the row changes. */
const projection: Projection = {
  name: 'notes',
  version: 1,
  tables: [
    {
      name: 'notes',
      key: ['id'],
      columns: { id: 'uuid', owner: 'uuid', text: 'text', likes: 'integer' },
      counters: ['likes'],
    },
  ],
  on: { Changed: ({ data }) => [data as unknown as RowChange] },
};

const createChange = (data: RowChange): RecordedEvent =>
  ({ type: 'Changed', data }) as unknown as RecordedEvent;

test.each([
  ['a set column', set('notes', { id: 'a' }, { text: 'new' }), { ...ROW, text: 'new' }],
  ['a counter', increment('notes', { id: 'a' }, { likes: 2 }), { ...ROW, likes: 2 }],
  ['a blanked text', blank('notes', { owner: 'o' }, { text: '' }), { ...ROW, text: '' }],
])('adds %s to an inserted row without changing the row of the projector', (_, change, expected) => {
  const fold = createFold(projection);
  const row = Object.freeze({ ...ROW });
  for (const event of [insert('notes', row), change]) fold.add(createChange(event));
  expect(fold.take()[0]?.insertedRows).toEqual([expected]);
  expect(row).toEqual(ROW);
});

test('blanks the changes of a row that exists, if they set its owner', () => {
  const fold = createFold(projection);
  for (const owner of ['o', 'p']) fold.add(createChange(set('notes', { id: owner }, { owner, text: 'new' })));
  fold.add(createChange(blank('notes', { owner: 'o' }, { text: '' })));
  expect(fold.take()[0]?.changedRows.map(({ values }) => values)).toEqual([
    { owner: 'o', text: '' },
    { owner: 'p', text: 'new' },
  ]);
});

test('removes the rows of an owner, except those that are inserted later', () => {
  const fold = createFold(projection);
  for (const owner of ['o', 'p']) fold.add(createChange(insert('notes', { ...ROW, id: owner, owner })));
  fold.add(createChange(removeOwned('notes', { owner: 'o' })));
  fold.add(createChange(insert('notes', { ...ROW, id: 'later' })));
  const [writes] = fold.take();
  expect(writes?.removedOwners).toEqual([{ owner: 'o' }]);
  expect(writes?.insertedRows.map(({ id }) => id)).toEqual(['p', 'later']);
});

test('refuses to blank a column that was set without its owner', () => {
  const fold = createFold(projection);
  fold.add(createChange(set('notes', { id: 'a' }, { text: 'new' })));
  expect(() => fold.add(createChange(blank('notes', { owner: 'o' }, { text: '' })))).toThrow(
    'notes: a change of a blanked column must also set owner',
  );
});

test('keeps rows apart whose keys differ in one of several columns', () => {
  const table = { name: 'notes', key: ['id', 'owner'], columns: { id: 'uuid', owner: 'uuid' } } as const;
  const fold = createFold({ ...projection, tables: [table] });
  for (const owner of ['o', 'p']) fold.add(createChange(insert('notes', { id: 'a', owner })));
  expect(fold.take()[0]?.insertedRows).toEqual([
    { id: 'a', owner: 'o' },
    { id: 'a', owner: 'p' },
  ]);
});
