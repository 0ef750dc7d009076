import type { Position, RecordedEvent } from '../../../domain/kernel/event.ts';
import type { JournalEntry, Posting } from '../../../domain/ledger/journal.ts';
import { getReason } from '../../../projections/ledger/journal/project.ts';
import { type Hash, hashInteger, hashText } from './database-hash.ts';

/** SQL expression for the hash of a row of `read.journal_entries`; see `createEntryHasher`. */
export const ENTRY_HASH =
  'hashint8extended(position, hashtextextended(type, 0) # coalesce(hashtextextended(reason, 1), 0))';
/** SQL expression for the hash of a row of `read.journal_postings`; see `createPostingHasher`. */
export const POSTING_HASH =
  'hashint8extended(debit, hashtextextended(account, 0) # (credit << 32) # (position << 3) # line)';
/** SQL expression for the hash of a row of `read.transactions`; see `hashTransaction`. */
export const TRANSACTION_HASH = 'hashint8extended(amount, (delta << 32) # position)';

const TWO_TO_29 = 2 ** 29;
const TWO_TO_32 = 2 ** 32;

/** Creates a function that returns the hash of a name with the seed 0. It keeps the hashes. */
function createNameHashes(): (name: string) => Readonly<Hash> {
  const hashes = new Map<string, Hash>();
  return (name) => {
    const knownHash = hashes.get(name);
    if (knownHash) return knownHash;
    const hash: Hash = { high: 0, low: 0 };
    hashText(hash, name);
    hashes.set(name, hash);
    return hash;
  };
}

/** Creates a function that sets a hash to that of an entry's type and reason at its position. */
export function createEntryHasher(): (hash: Hash, entry: JournalEntry, event: RecordedEvent) => void {
  const getTypeHash = createNameHashes();
  const reasonHash: Hash = { high: 0, low: 0 };
  return (hash, { type }, event) => {
    const { high, low } = getTypeHash(type);
    const reason = getReason(event);
    reasonHash.high = 0;
    reasonHash.low = reason === null ? 0 : 1;
    if (reason !== null) hashText(reasonHash, reason);
    hash.high = high ^ reasonHash.high;
    hash.low = low ^ reasonHash.low;
    hashInteger(hash, event.position);
  };
}

/** Creates a function that sets a hash to that of a posting at its entry's position and line. */
export function createPostingHasher(): (
  hash: Hash,
  posting: Posting,
  position: Position,
  line: number,
) => void {
  const getAccountHash = createNameHashes();
  return (hash, { account, debit, credit }, position, line) => {
    const { high, low } = getAccountHash(account);
    hash.high = high ^ credit ^ Math.floor(position / TWO_TO_29);
    hash.low = low ^ (position << 3) ^ line;
    hashInteger(hash, debit);
  };
}

/** A movement in a wallet's list of transactions. */
export interface Transaction {
  readonly amount: number;
  /** Change of the balance. */
  readonly delta: number;
}

/** Sets `hash` to that of a transaction at its position. */
export function hashTransaction(hash: Hash, { amount, delta }: Transaction, position: number): void {
  hash.high = delta ^ Math.floor(position / TWO_TO_32);
  hash.low = position | 0;
  hashInteger(hash, amount);
}

/** Returns the transaction of an entry, or null if its owner's list does not show it. */
export function toTransaction({ accountId, type, postings }: JournalEntry): Transaction | null {
  if (accountId === null || type === 'WRITE_OFF') return null;
  let [amount, delta, debt] = [0, 0, 0];
  for (const { account, debit, credit } of postings) {
    amount += debit;
    if (account.startsWith('wallet:')) delta += credit - debit;
    else if (account.startsWith('receivable:')) debt += debit - credit;
  }
  return delta === 0 && debt === 0 ? null : { amount, delta };
}
