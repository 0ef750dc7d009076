import { type AccountClass, classOf, type LedgerAccount } from '../accounts.ts';
import type { ExportedEntry } from './entry.ts';

const ROOTS: Readonly<Record<AccountClass, string>> = {
  ASSET: 'Assets',
  LIABILITY: 'Liabilities',
  EXPENSE: 'Expenses',
};

/** Accounts and the commodity are there from before the first entry. */
const OPENED = '2000-01-01';

const component = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** Name of an account as beancount writes it, as in `Liabilities:Wallet:0198C0DE-…`. */
export const beancountAccount = (account: LedgerAccount): string => {
  const [root = '', owner] = account.split(':');
  const parts = [ROOTS[classOf(account)], component(root)];
  return [...parts, ...(owner === undefined ? [] : [nameOf(owner)])].join(':');
};

/** Ids in capitals, since a part of a name begins with a capital or a digit. */
const nameOf = (owner: string): string => (owner.includes('-') ? owner.toUpperCase() : component(owner));

/** A text on one line, without what would end it. */
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

/** Debits are positive and credits negative, so that the amounts of a transaction add up to nothing. */
function transaction(entry: ExportedEntry): string {
  const postings = entry.postings.map(
    ({ account, debit, credit }) => `${beancountAccount(account)}  ${debit - credit} COIN`,
  );
  const lines = [...metadataOf(entry), ...postings].map((line) => `  ${line}`);
  return [`${entry.dateTime.slice(0, 10)} * ${text(entry.type)}`, ...lines, '\n'].join('\n');
}

/** Turns entries into beancount one by one; each account is opened before it is first posted to. */
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
