import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { createAccountRegistry } from '../../adapters/private-data/registry.ts';
import { createTextVault } from '../../adapters/private-data/text-vault.ts';
import type { TextVault } from '../../domain/ports/text-vault.ts';
import { UnreadableText } from '../../domain/ports/text-vault.ts';
import { createDatabase, type TestDatabase } from '../support/database.ts';

let database: TestDatabase;
let vault: TextVault;

beforeAll(async () => {
  database = await createDatabase();
  vault = createTextVault({ pool: database.pool });
});
afterAll(() => database.drop());

const createAnotherVault = () => createTextVault({ pool: database.pool });

const erase = (owner: string) => createAccountRegistry(database.pool).erase(owner);

test('opens sealed texts in any process, with one key per owner', async () => {
  const owners = [randomUUID(), randomUUID(), randomUUID()];
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ owner: fc.constantFrom(...owners), text: fc.string({ unit: 'grapheme' }) })),
      async (texts) => {
        const sealedTexts = await vault.seal(texts);
        for (const [n, { text }] of texts.entries())
          if (text.length > 3) expect(sealedTexts[n]).not.toContain(text);
        const requests = texts.map(({ owner }, n) => ({ owner, text: sealedTexts[n] as string }));
        expect(await createAnotherVault().open(requests)).toEqual(texts.map(({ text }) => text));
      },
    ),
  );
  const { rows } = await database.pool.query<{ keys: string }>(
    'SELECT count(DISTINCT key) AS keys FROM private.text_keys WHERE account_id = ANY($1)',
    [owners],
  );
  expect(rows[0]?.keys).toBe('3');
});

test('never seals the same text twice in the same way', async () => {
  const owner = randomUUID();
  const sealedTexts = await vault.seal(Array.from({ length: 50 }, () => ({ owner, text: 'again' })));
  expect(new Set(sealedTexts).size).toBe(50);
});

test('creates one key when many processes seal the first text at once', async () => {
  const owner = randomUUID();
  const sealedTexts = await Promise.all(
    Array.from(
      { length: 8 },
      async (_, n) => (await createAnotherVault().seal([{ owner, text: `text ${n}` }]))[0] as string,
    ),
  );
  expect(await vault.open(sealedTexts.map((text) => ({ owner, text })))).toEqual(
    sealedTexts.map((_, n) => `text ${n}`),
  );
});

test('loads the keys of a batch with one query', async () => {
  const texts = Array.from({ length: 500 }, () => ({ owner: randomUUID(), text: 'hello' }));
  const sealedTexts = await vault.seal(texts);
  let queries = 0;
  const pool = Object.create(database.pool, {
    query: {
      value: (...args: unknown[]) => {
        queries += 1;
        return Reflect.apply(database.pool.query, database.pool, args);
      },
    },
  });
  const countingVault = createTextVault({ pool });
  const requests = texts.map(({ owner }, n) => ({ owner, text: sealedTexts[n] as string }));
  await countingVault.open(requests);
  await countingVault.open(requests);
  expect(queries).toBe(1);
});

test('opens nothing after the key is erased and evicted from the caches', async () => {
  const owner = randomUUID();
  const [text] = (await vault.seal([{ owner, text: 'to be forgotten' }])) as [string];
  const shortCacheVault = createTextVault({ pool: database.pool, cacheMs: 1 });
  expect(await shortCacheVault.open([{ owner, text }])).toEqual(['to be forgotten']);
  await erase(owner);
  const deadline = Date.now() + 5_000;
  let openedTexts = await shortCacheVault.open([{ owner, text }]);
  while (openedTexts[0] !== null && Date.now() < deadline)
    openedTexts = await shortCacheVault.open([{ owner, text }]);
  expect(openedTexts).toEqual([null]);
  expect(await createAnotherVault().open([{ owner, text }])).toEqual([null]);
});

test('texts that are sealed for an erased owner cannot be opened and cause no errors', async () => {
  const owner = randomUUID();
  const earlyTexts = await vault.seal([{ owner, text: 'before' }]);
  await erase(owner);
  const lateTexts = await createAnotherVault().seal([{ owner, text: 'after' }]);
  const requests = [...earlyTexts, ...lateTexts].map((text) => ({ owner, text }));
  expect(await createAnotherVault().open(requests)).toEqual([null, null]);
});

test('does not open changed texts or those of another owner, and opens the others', async () => {
  const [owner, otherOwner] = [randomUUID(), randomUUID()];
  const [text, foreignText] = (await vault.seal([
    { owner, text: 'untouched' },
    { owner: otherOwner, text: 'not yours' },
  ])) as [string, string];
  const changedText = text.slice(0, -4) + (text.endsWith('AAA=') ? 'BBB=' : 'AAA=');
  const openedTexts = await vault.open(
    [changedText, foreignText, 'plain', text].map((sealedText) => ({ owner, text: sealedText })),
  );
  expect(openedTexts).toEqual([
    expect.any(UnreadableText),
    expect.any(UnreadableText),
    expect.any(UnreadableText),
    'untouched',
  ]);
});
