import { z } from 'zod';
import { call } from './call.ts';
import { coins, id, instant, LIST_PAGE_SIZE, pageQuery } from './fields.ts';

/** What an account holds. */
export const wallet = z.object({ walletCoins: coins }).meta({ id: 'Wallet' });
export type Wallet = z.output<typeof wallet>;

/** One movement of a wallet. The first four kinds are of the product; the others are corrections. */
export const transaction = z
  .object({
    id,
    type: z.enum([
      'PURCHASE',
      'DONATION',
      'REFUND',
      'CROWDFUNDING',
      'ADJUSTMENT',
      'PROVIDER_REFUND',
      'CHARGEBACK',
      'CHARGEBACK_REVERSED',
    ]),
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
  answer: wallet,
});

export const getTransactions = call({
  name: 'getTransactions',
  context: 'wallet',
  summary: 'What came into one’s wallet and went out of it, newest first',
  method: 'GET',
  path: '/api/transaction/',
  who: 'user',
  query: pageQuery,
  answer: z.array(transaction),
  pageSize: LIST_PAGE_SIZE,
});
