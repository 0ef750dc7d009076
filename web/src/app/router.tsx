import type { ReactNode } from 'react';
import { Navigate, Route, Routes } from 'react-router-dom';
import { loginRequiredForMessages, loginRequiredForWallet } from '../../../contract/problems.ts';
import { STAFF_ROLES } from '../../../contract/rules/accounts.ts';
import { ErrorPage } from './error-page.tsx';
import { RequireFactor, type Requirement, RequireUser, RequireVisitor } from './guards.tsx';
import { RootLayout } from './layout/root-layout.tsx';
import * as pages from './pages.ts';

const MESSAGES: Requirement = { message: loginRequiredForMessages };
const WALLET: Requirement = { message: loginRequiredForWallet };
const ORGANIZATIONS: Requirement = { roles: ['ADMIN', 'ORG'] };
const STAFF: Requirement = { roles: STAFF_ROLES };

const requireUser = (page: ReactNode, requirement: Requirement = {}) => (
  <RequireUser {...requirement}>{page}</RequireUser>
);

/** Wraps a page for staff. In production, staff need a second factor. */
const requireStaff = (page: ReactNode) =>
  requireUser(<RequireFactor fallback={<pages.MissingFactorPage />}>{page}</RequireFactor>, STAFF);

const requireVisitor = (page: ReactNode) => <RequireVisitor>{page}</RequireVisitor>;

/** All client routes. */
export function AppRoutes() {
  return (
    <Routes>
      <Route element={<RootLayout />}>
        <Route index element={<pages.HomePage />} />
        <Route path="post" element={<Navigate to="/" replace />} />
        <Route path="post/:idPost" element={<pages.PostPage />} />
        <Route path="profile/:nickname?/:content?" element={<pages.ProfilePage />} />
        <Route path="explore" element={<pages.ExplorePage />} />
        <Route path="tag/:tag" element={<pages.TagPage />} />
        <Route path="login" element={requireVisitor(<pages.LoginPage />)} />
        <Route path="login/confirm" element={requireVisitor(<pages.ConfirmLoginPage />)} />
        <Route path="register" element={requireVisitor(<pages.RegisterPage />)} />
        <Route path="forgot-password" element={<pages.ForgotPasswordPage />} />
        <Route path="reset-password" element={<pages.ResetPasswordPage />} />
        <Route path="verify-email" element={<pages.VerifyEmailPage />} />
        <Route path="undo-email-change" element={<pages.UndoEmailChangePage />} />
        <Route path="unsubscribe" element={<pages.UnsubscribePage />} />
        <Route path="awaiting-approval" element={<pages.AwaitingApprovalPage />} />
        <Route path="google/callback" element={<pages.GoogleCallbackPage />} />
        <Route path="settings/*" element={requireUser(<pages.SettingsRoutes />)} />
        <Route path="new-post">
          <Route index element={requireUser(<pages.NewPostPage />)} />
          <Route path="lost-pet" element={requireUser(<pages.LostPetPage />)} />
          <Route path="adopt-animal" element={requireUser(<pages.NewAnimalPage />)} />
          <Route path="crowdfunding" element={requireUser(<pages.NewCrowdfundingPage />, ORGANIZATIONS)} />
        </Route>
        <Route path="adoptable-animals">
          <Route index element={<pages.AnimalsPage />} />
          <Route path=":animalId" element={<pages.AnimalPage />} />
        </Route>
        <Route path="crowdfundings">
          <Route index element={<pages.CrowdfundingsPage />} />
          <Route path=":crowdfundingId" element={<pages.CrowdfundingPage />} />
          <Route path=":crowdfundingId/coins" element={<pages.CoinTrailPage />} />
        </Route>
        <Route
          path="conversations/:receiverId?"
          element={requireUser(<pages.ConversationsPage />, MESSAGES)}
        />
        <Route path="notifications">
          <Route index element={requireUser(<pages.NotificationsPage />)} />
          <Route path="settings" element={<Navigate to="/settings/notifications" replace />} />
        </Route>
        <Route path="wallet">
          <Route index element={requireUser(<pages.WalletPage />, WALLET)} />
          <Route path="payment" element={requireUser(<pages.PaymentPage />, WALLET)} />
          <Route path="payment/result" element={requireUser(<pages.PaymentResultPage />, WALLET)} />
          <Route path="receipts/:transactionId" element={requireUser(<pages.ReceiptPage />, WALLET)} />
        </Route>
        <Route path="dashboard">
          <Route index element={requireStaff(<pages.DashboardPage />)} />
          <Route path="reports" element={requireStaff(<pages.ReportsPage />)} />
          <Route path="audit/*" element={requireStaff(<pages.AuditPages />)} />
        </Route>
        <Route path="terms" element={<pages.LegalPage key="terms" document="terms" />} />
        <Route path="privacy" element={<pages.LegalPage key="privacy" document="privacy" />} />
        <Route path="*" element={<ErrorPage />} />
      </Route>
    </Routes>
  );
}
