import { toBeancountAccount } from './beancount.ts';
import { formatCsvCell } from './csv.ts';
import type { ExportedEntry } from './entry.ts';
import { type ExportFormat, formatEntries } from './format.ts';

const account = '01980000-0000-7000-8000-00000000000a';
const purchase: ExportedEntry = {
  id: '01980000-0000-7000-8000-000000000001',
  position: 7,
  type: 'PURCHASE',
  dateTime: '2026-11-21T10:00:00.000Z',
  correlationId: '01980000-0000-7000-8000-0000000000c0',
  actor: { kind: 'account', id: account },
  reason: null,
  reverses: null,
  postings: [
    { account: 'stripe:clearing', debit: 500, credit: 0 },
    { account: `wallet:${account}`, debit: 0, credit: 500 },
  ],
};
const adjusted: ExportedEntry = {
  ...purchase,
  type: 'ADJUSTMENT',
  position: 9,
  reverses: purchase.id,
  reason: '=HYPERLINK("http://x"), "so\\ it is"\nreally',
};

async function* toAsyncIterable(...entries: readonly ExportedEntry[]) {
  yield* entries;
}

async function formatToText(format: ExportFormat, ...entries: readonly ExportedEntry[]): Promise<string> {
  let text = '';
  for await (const chunk of formatEntries(format, toAsyncIterable(...entries))) text += chunk;
  return text;
}

test('CSV has a header and one line per posting, with the line ends of RFC 4180', async () => {
  expect(await formatToText('csv', purchase)).toBe(
    [
      'entryId,position,type,dateTime,account,debit,credit,reverses,correlationId,actor,reason',
      `${purchase.id},7,PURCHASE,2026-11-21T10:00:00.000Z,stripe:clearing,500,0,,${purchase.correlationId},account:${account},`,
      `${purchase.id},7,PURCHASE,2026-11-21T10:00:00.000Z,wallet:${account},0,500,,${purchase.correlationId},account:${account},`,
      '',
    ].join('\r\n'),
  );
});

test.each([
  ['plain', 'plain'],
  ['a,b', '"a,b"'],
  ['say "so"', '"say ""so"""'],
  ['two\nlines', '"two\nlines"'],
  ['=1+1', `"'=1+1"`],
  ['+1', `"'+1"`],
  ['-1', `"'-1"`],
  ['@SUM(A1)', `"'@SUM(A1)"`],
  ['\t=1', `"'\t=1"`],
  ['\r=1', `"'\r=1"`],
  ['\n=1', `"'\n=1"`],
  ['＝1', `"'＝1"`],
  ['1=1', '1=1'],
])('a cell of %j is written %j', (value, cell) => expect(formatCsvCell(value)).toBe(cell));

test('NDJSON has the same data, one posting per line', async () => {
  const lines = (await formatToText('ndjson', purchase, adjusted)).trimEnd().split('\n');
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { entryId: purchase.id, account: 'stripe:clearing', debit: 500, credit: 0, reason: null },
    { entryId: purchase.id, account: `wallet:${account}`, debit: 0, credit: 500 },
    { type: 'ADJUSTMENT', reverses: purchase.id, reason: adjusted.reason },
    { type: 'ADJUSTMENT', actor: `account:${account}` },
  ]);
});

test('beancount opens each account once, and user texts are escaped', async () => {
  const text = await formatToText('beancount', purchase, adjusted);
  expect(text.match(/^2000-01-01 open .*$/gm)).toEqual([
    '2000-01-01 open Assets:Stripe:Clearing COIN',
    `2000-01-01 open Liabilities:Wallet:${account.toUpperCase()} COIN`,
  ]);
  expect(text).toContain('\n2026-11-21 * "PURCHASE"\n');
  expect(text).toContain('\n  Assets:Stripe:Clearing  500 COIN\n');
  expect(text).toContain(`\n  Liabilities:Wallet:${account.toUpperCase()}  -500 COIN\n`);
  expect(text).toContain('\n  reason: "=HYPERLINK(\\"http://x\\"), \\"so\\\\ it is\\" really"\n');
});

test.each([
  ['suspense', 'Liabilities:Suspense'],
  ['chargeback-loss', 'Expenses:Chargeback-loss'],
  ['adjustment', 'Expenses:Adjustment'],
  [`receivable:${account}`, `Assets:Receivable:${account.toUpperCase()}`],
  [`escrow:${account}`, `Liabilities:Escrow:${account.toUpperCase()}`],
] as const)('%s is %s', (name, expected) => expect(toBeancountAccount(name)).toBe(expected));

test('a long export is sent in chunks', async () => {
  const chunks: string[] = [];
  const many = Array.from({ length: 500 }, () => purchase);
  for await (const chunk of formatEntries('csv', toAsyncIterable(...many))) chunks.push(chunk);
  expect(chunks.length).toBeGreaterThan(5);
  expect(chunks.join('').split('\r\n')).toHaveLength(1002);
});
