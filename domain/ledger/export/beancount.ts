import { type AccountClass, classOf, type LedgerAccount } from '../accounts.ts';
import type { ExportedEntry } from './entry.ts';

const ROOTS: Readonly<Record<AccountClass, string>> = {
  ASSET: 'Assets',
  LIABILITY: 'Liabilities',
  EXPENSE: 'Expenses',
};

/** Opening date of accounts and commodity, before the first entry. */
const OPENED = '2000-01-01';

const component = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** Returns the Beancount name of a ledger account, such as `Liabilities:Wallet:0198C0DE-…`. */
export const beancountAccount = (account: LedgerAccount): string => {
  const [root = '', owner] = account.split(':');
  const parts = [ROOTS[classOf(account)], component(root)];
  return [...parts, ...(owner === undefined ? [] : [nameOf(owner)])].join(':');
};

/** Ids are upper case, because each part of a Beancount name starts with a capital letter or a digit. */
const nameOf = (owner: string): string => (owner.includes('-') ? owner.toUpperCase() : component(owner));

/** Quotes a text as one line. */
const text = (value: string): string =>
  `"${value
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .replaceAll('\\', '\\\\')
    .replaceAll('"', '\\"')}"`;

export const beancountHeader = (): string =>
  [
    'option "title" "Kindra"',
    'option "operating_currency" "COIN"',
    '',
    `${OPENED} commodity COIN`,
    '  name: "Kindracoin, a hundredth of a euro"',
    '\n',
  ].join('\n');

function metadataOf(entry: ExportedEntry): readonly string[] {
  const { id, position, dateTime, correlationId, actor, reverses, reason } = entry;
  return [
    `id: ${text(id)}`,
    `position: ${position}`,
    `time: ${text(dateTime)}`,
    `correlation: ${text(correlationId)}`,
    `actor: ${text(`${actor.kind}:${actor.id}`)}`,
    ...(reverses === null ? [] : [`reverses: ${text(reverses)}`]),
    ...(reason === null ? [] : [`reason: ${text(reason)}`]),
  ];
}

/** Debits are positive and credits negative, so that the amounts of a transaction sum to zero. */
function transaction(entry: ExportedEntry): string {
  const postings = entry.postings.map(
    ({ account, debit, credit }) => `${beancountAccount(account)}  ${debit - credit} COIN`,
  );
  const lines = [...metadataOf(entry), ...postings].map((line) => `  ${line}`);
  return [`${entry.dateTime.slice(0, 10)} * ${text(entry.type)}`, ...lines, '\n'].join('\n');
}

/** Creates a formatter of entries as Beancount. It opens each account before its first posting. */
export function beancountWriter(): (entry: ExportedEntry) => string {
  const opened = new Set<LedgerAccount>();
  return (entry) => {
    const fresh = entry.postings.map(({ account }) => account).filter((account) => !opened.has(account));
    for (const account of fresh) opened.add(account);
    const opening = [...new Set(fresh)].map(
      (account) => `${OPENED} open ${beancountAccount(account)} COIN\n`,
    );
    return opening.join('') + transaction(entry);
  };
}
