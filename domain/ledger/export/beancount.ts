import { type AccountClass, getAccountClass, type LedgerAccount } from '../accounts.ts';
import type { ExportedEntry } from './entry.ts';

const ROOTS: Readonly<Record<AccountClass, string>> = {
  ASSET: 'Assets',
  LIABILITY: 'Liabilities',
  EXPENSE: 'Expenses',
};

/** Opening date for accounts and the commodity. It must be before the first entry. */
const OPENING_DATE = '2000-01-01';

const capitalize = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** Returns the Beancount name of a ledger account, such as `Liabilities:Wallet:0198C0DE-…`. */
export const toBeancountAccount = (account: LedgerAccount): string => {
  const [root = '', owner] = account.split(':');
  const parts = [ROOTS[getAccountClass(account)], capitalize(root)];
  return [...parts, ...(owner === undefined ? [] : [formatOwner(owner)])].join(':');
};

/** Each part of a Beancount name must start with a capital letter or a digit. */
const formatOwner = (owner: string): string =>
  owner.includes('-') ? owner.toUpperCase() : capitalize(owner);

/** Formats a string as a one-line Beancount string. */
const quoteText = (value: string): string =>
  `"${value
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .replaceAll('\\', '\\\\')
    .replaceAll('"', '\\"')}"`;

/** Formats the start of a Beancount file: its title, its currency and the commodity COIN. */
export const formatBeancountHeader = (): string =>
  [
    'option "title" "Kindra"',
    'option "operating_currency" "COIN"',
    '',
    `${OPENING_DATE} commodity COIN`,
    '  name: "Kindracoin, a hundredth of a euro"',
    '\n',
  ].join('\n');

function formatMetadata(entry: ExportedEntry): readonly string[] {
  const { id, position, dateTime, correlationId, actor, reverses, reason } = entry;
  return [
    `id: ${quoteText(id)}`,
    `position: ${position}`,
    `time: ${quoteText(dateTime)}`,
    `correlation: ${quoteText(correlationId)}`,
    `actor: ${quoteText(`${actor.kind}:${actor.id}`)}`,
    ...(reverses === null ? [] : [`reverses: ${quoteText(reverses)}`]),
    ...(reason === null ? [] : [`reason: ${quoteText(reason)}`]),
  ];
}

/** Formats an entry as a transaction. Debits are positive and credits negative, so that its amounts sum to zero. */
function formatTransaction(entry: ExportedEntry): string {
  const postings = entry.postings.map(
    ({ account, debit, credit }) => `${toBeancountAccount(account)}  ${debit - credit} COIN`,
  );
  const lines = [...formatMetadata(entry), ...postings].map((line) => `  ${line}`);
  return [`${entry.dateTime.slice(0, 10)} * ${quoteText(entry.type)}`, ...lines, '\n'].join('\n');
}

/** Creates a function that formats entries as Beancount. It opens each account before the account's first posting. */
export function createBeancountWriter(): (entry: ExportedEntry) => string {
  const opened = new Set<LedgerAccount>();
  return (entry) => {
    const fresh = entry.postings.map(({ account }) => account).filter((account) => !opened.has(account));
    for (const account of fresh) opened.add(account);
    const opening = [...new Set(fresh)].map(
      (account) => `${OPENING_DATE} open ${toBeancountAccount(account)} COIN\n`,
    );
    return opening.join('') + formatTransaction(entry);
  };
}
