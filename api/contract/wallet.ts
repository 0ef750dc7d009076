import { z } from 'zod';
import { MOVEMENTS } from '../../domain/wallet/rules.ts';
import { call } from './call.ts';
import { coins, count, id, idOf, instant, LIST_PAGE_SIZE, type Missing, pageQuery } from './fields.ts';

/** What an account holds. */
export const wallet = z.object({ walletCoins: coins }).meta({ id: 'Wallet' });
export type Wallet = z.output<typeof wallet>;

/** One movement of a wallet. The first four kinds are of the product; the others are corrections. */
export const transaction = z
  .object({
    id,
    type: z.enum(MOVEMENTS),
    amount: coins.positive(),
    direction: z.enum(['IN', 'OUT']),
    dateTime: instant,
    balance: coins.meta({ description: 'What the wallet held after it.' }),
    crowdfunding: z.object({ id, title: z.string() }).nullable(),
  })
  .meta({ id: 'Transaction' });
export type Transaction = z.output<typeof transaction>;

export const getWallet = call({
  name: 'getWallet',
  context: 'wallet',
  summary: 'What one holds',
  method: 'GET',
  path: '/api/wallet',
  who: 'user',
  logIn: 'You must log in to manage your wallet.',
  answer: wallet,
});

export const getTransactions = call({
  name: 'getTransactions',
  context: 'wallet',
  summary: 'What came into one’s wallet and went out of it, newest first',
  method: 'GET',
  path: '/api/transaction/',
  who: 'user',
  logIn: 'You must log in to manage your wallet.',
  query: pageQuery,
  answer: z.array(transaction),
  pageSize: LIST_PAGE_SIZE,
});

/** The answer for a receipt of what never happened in one's own wallet. */
export const missingTransaction: Missing = {
  code: 'TRANSACTION_NOT_FOUND',
  message: 'The transaction does not exist.',
};

const hash = z.string().regex(/^[0-9a-f]{64}$/);

/** What proves a movement of a wallet to its owner. */
export const receipt = transaction
  .extend({
    number: z.string().meta({ description: 'The number of the receipt, as in `K-2026-00001234`.' }),
    euros: z
      .string()
      .regex(/^\d+\.\d\d$/)
      .meta({ description: 'What the coins are worth at 100 for 1.00 euro, as in `12.50`.' }),
    paymentId: z
      .string()
      .nullable()
      .meta({ description: 'The payment at the provider, for what was paid by card.' }),
    entryId: id.meta({ description: 'The entry in the journal.' }),
    eventId: id.nullable().meta({ description: 'The event in the log that the entry follows from.' }),
    position: count.meta({ description: 'Where that event stands in the log.' }),
    eventHash: hash.nullable().meta({
      description:
        'The hash of that event and of all before it in its stream; null where the log keeps none.',
    }),
    trail: z.object({ sequence: count, hash }).nullable().meta({
      description: 'The line of the crowdfunding’s public coin trail; null for what moved none of its coins.',
    }),
    holder: z.object({ profileName: z.string(), nickname: z.string() }),
  })
  .meta({ id: 'Receipt' });
export type Receipt = z.output<typeof receipt>;

export const getReceipt = call({
  name: 'getReceipt',
  context: 'wallet',
  summary: 'The receipt of one movement of one’s wallet',
  method: 'GET',
  path: '/api/transaction/{id}/receipt',
  who: 'user',
  params: z.object({ id: idOf(missingTransaction) }),
  answer: receipt,
  errors: ['TRANSACTION_NOT_FOUND'],
});
