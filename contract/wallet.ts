import { z } from 'zod';
import { TRANSACTION_TYPES } from '../domain/wallet/rules.ts';
import { call } from './call.ts';
import { walletEndpoints } from './endpoints/wallet.ts';
import { coins, count, id, idParameter, instant, pageQuery } from './fields.ts';
import { loginRequiredForWallet, transactionNotFound } from './problems.ts';

/** The coins of an account. */
export const wallet = z.object({ walletCoins: coins }).meta({ id: 'Wallet' });
export type Wallet = z.output<typeof wallet>;

/** A wallet transaction. The first four types are regular; the others are corrections. */
export const transaction = z
  .object({
    id,
    type: z.enum(TRANSACTION_TYPES),
    amount: coins.positive(),
    direction: z.enum(['IN', 'OUT']),
    dateTime: instant,
    balance: coins.meta({ description: 'What the wallet held after it.' }),
    crowdfunding: z.object({ id, title: z.string() }).nullable(),
  })
  .meta({ id: 'Transaction' });
export type Transaction = z.output<typeof transaction>;

export const getWallet = call({
  ...walletEndpoints.getWallet,
  summary: 'What one holds',
  audience: 'user',
  logIn: loginRequiredForWallet,
  answer: wallet,
});

export const getTransactions = call({
  ...walletEndpoints.getTransactions,
  summary: 'What came into one’s wallet and went out of it, newest first',
  audience: 'user',
  logIn: loginRequiredForWallet,
  query: pageQuery,
  answer: z.array(transaction),
});

export { transactionNotFound };

const hash = z.string().regex(/^[0-9a-f]{64}$/);

/** Receipt of a wallet transaction, with references to its journal entry, event and coin trail line. */
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
  ...walletEndpoints.getReceipt,
  summary: 'The receipt of one movement of one’s wallet',
  audience: 'user',
  params: z.object({ id: idParameter(transactionNotFound) }),
  answer: receipt,
  errors: ['TRANSACTION_NOT_FOUND'],
});
