import type { ReactNode } from 'react';
import { Route } from 'react-router-dom';
import { logInForWallet } from '../../../contract/problems.ts';
import { RequireUser } from './guards.tsx';
import * as pages from './pages.ts';

const guarded = (page: ReactNode) => <RequireUser message={logInForWallet}>{page}</RequireUser>;

/** Routes of the wallet. */
export const walletRoutes = (
  <Route path="wallet">
    <Route index element={guarded(<pages.WalletPage />)} />
    <Route path="payment" element={guarded(<pages.PaymentPage />)} />
    <Route path="payment/result" element={guarded(<pages.PaymentResultPage />)} />
    <Route path="receipts/:transactionId" element={guarded(<pages.ReceiptPage />)} />
  </Route>
);
