import { z } from 'zod';
import { TRANSACTION_TYPES } from '../domain/wallet/rules.ts';
import { defineCall } from './call.ts';
import { walletEndpoints } from './endpoints/wallet.ts';
import { coins, count, id, idParameter, instant, pageQuery, sha256 } from './fields.ts';
import { loginRequiredForWallet, transactionNotFound } from './problems.ts';

/** An account's balance. */
export const wallet = z.object({ walletCoins: coins }).meta({ id: 'Wallet' });
/** The balance of an account, in a response. */
export type Wallet = z.output<typeof wallet>;

/** A wallet transaction. The first four types are regular transactions; the others are corrections. */
export const transaction = z
  .object({
    id,
    type: z.enum(TRANSACTION_TYPES),
    amount: coins.positive(),
    direction: z.enum(['IN', 'OUT']),
    dateTime: instant,
    balance: coins.meta({ description: 'Balance after the transaction.' }),
    crowdfunding: z.object({ id, title: z.string() }).nullable(),
  })
  .meta({ id: 'Transaction' });
/** A wallet transaction in a response. Amounts are in coins. */
export type Transaction = z.output<typeof transaction>;

export const getWallet = defineCall({
  ...walletEndpoints.getWallet,
  summary: 'Returns the caller’s wallet',
  audience: 'user',
  loginProblem: loginRequiredForWallet,
  response: wallet,
});

export const getTransactions = defineCall({
  ...walletEndpoints.getTransactions,
  summary: 'Lists the caller’s transactions, newest first',
  audience: 'user',
  loginProblem: loginRequiredForWallet,
  query: pageQuery,
  response: z.array(transaction),
});

export { transactionNotFound };

/** Receipt for a wallet transaction. It refers to the journal entry, event and coin trail line. */
export const receipt = transaction
  .extend({
    number: z.string().meta({ description: 'The number of the receipt, as in `K-2026-00001234`.' }),
    euros: z
      .string()
      .regex(/^\d+\.\d\d$/)
      .meta({ description: 'Value of the coins in euros, 100 for 1.00, as in `12.50`.' }),
    paymentId: z
      .string()
      .nullable()
      .meta({ description: 'The payment at the provider, for purchases by card.' }),
    entryId: id.meta({ description: 'The entry in the journal.' }),
    eventId: id.nullable().meta({ description: 'The event from which the entry is derived.' }),
    position: count.meta({ description: 'Log position of that event.' }),
    eventHash: sha256.nullable().meta({
      description: 'Hash of that event and all before it in its stream; null if the log has no hashes.',
    }),
    trail: z.object({ sequence: count, hash: sha256 }).nullable().meta({
      description: 'The line of the crowdfunding’s public coin trail; null if none of its coins moved.',
    }),
    holder: z.object({ profileName: z.string(), nickname: z.string() }),
  })
  .meta({ id: 'Receipt' });
/** The receipt of a wallet transaction, in a response. */
export type Receipt = z.output<typeof receipt>;

export const getReceipt = defineCall({
  ...walletEndpoints.getReceipt,
  summary: 'Returns the receipt of a transaction of the caller',
  audience: 'user',
  params: z.object({ id: idParameter(transactionNotFound) }),
  response: receipt,
  errors: ['TRANSACTION_NOT_FOUND'],
});
