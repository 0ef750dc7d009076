import type { ComponentType } from 'react';
import type { TextNamespace } from '../i18n/index.ts';
import { lazyComponent } from '../shared/chunk/lazy-component.tsx';
import { loadChunk } from '../shared/chunk/load-chunk.ts';

let loadingCount = 0;
const listeners = new Set<() => void>();

function changeLoadingCount(by: number): void {
  loadingCount += by;
  for (const listener of listeners) listener();
}

/** Whether a page's code is loading, as a store for `useSyncExternalStore`. */
export const pageLoadingStore = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  get: (): boolean => loadingCount > 0,
};

/**
 * Creates a page whose code and texts are loaded when it is first opened.
 * @throws ChunkLoadError if they cannot be loaded
 */
export function createLazyPage<Props extends object = object>(
  load: () => Promise<ComponentType<Props>>,
  texts: readonly TextNamespace[] = [],
) {
  return lazyComponent(async () => {
    // React calls this during rendering, when the state of other components must not change.
    await Promise.resolve();
    changeLoadingCount(1);
    try {
      return await loadChunk(load, texts);
    } finally {
      changeLoadingCount(-1);
    }
  });
}

export const HomePage = createLazyPage(async () => (await import('../features/feed/home-page.tsx')).HomePage);
export const PostPage = createLazyPage(
  async () => (await import('../features/post-detail/post-page.tsx')).PostPage,
  ['post-detail'],
);
export const ExplorePage = createLazyPage(
  async () => (await import('../features/explore/explore-page.tsx')).ExplorePage,
  ['explore', 'adoption', 'crowdfunding'],
);
export const TagPage = createLazyPage(
  async () => (await import('../features/explore/tag-page.tsx')).TagPage,
  ['explore'],
);
export const LoginPage = createLazyPage(
  async () => (await import('../features/accounts/pages/login-page.tsx')).LoginPage,
  ['accounts', 'security'],
);
export const ConfirmLoginPage = createLazyPage(
  async () => (await import('../features/accounts/security/confirm-login-page.tsx')).ConfirmLoginPage,
  ['accounts', 'security'],
);
export const MissingFactorPage = createLazyPage(
  async () => (await import('../features/accounts/security/missing-factor-page.tsx')).MissingFactorPage,
  ['security'],
);
export const SecurityDialog = createLazyPage(
  async () => (await import('../features/accounts/security/security-dialog.tsx')).SecurityDialog,
  ['accounts', 'security'],
);
export const RegisterPage = createLazyPage(
  async () => (await import('../features/accounts/pages/register-page.tsx')).RegisterPage,
  ['accounts', 'categories'],
);
export const AwaitingApprovalPage = createLazyPage(
  async () => (await import('../features/accounts/pages/awaiting-approval-page.tsx')).AwaitingApprovalPage,
  ['accounts'],
);
export const GoogleCallbackPage = createLazyPage(
  async () => (await import('../features/accounts/pages/google-callback-page.tsx')).GoogleCallbackPage,
  ['accounts'],
);
export const SettingsRoutes = createLazyPage(
  async () => (await import('./settings-routes.tsx')).SettingsRoutes,
  ['accounts', 'conversations', 'hiding', 'notifications', 'security'],
);
export const ForgotPasswordPage = createLazyPage(
  async () => (await import('../features/accounts/pages/forgot-password-page.tsx')).ForgotPasswordPage,
  ['accounts'],
);
export const ResetPasswordPage = createLazyPage(
  async () => (await import('../features/accounts/pages/reset-password-page.tsx')).ResetPasswordPage,
  ['accounts'],
);
export const VerifyEmailPage = createLazyPage(
  async () => (await import('../features/accounts/pages/email-link-pages.tsx')).VerifyEmailPage,
  ['accounts'],
);
export const UndoEmailChangePage = createLazyPage(
  async () => (await import('../features/accounts/pages/email-link-pages.tsx')).UndoEmailChangePage,
  ['accounts'],
);
export const UnsubscribePage = createLazyPage(
  async () => (await import('../features/notifications/unsubscribe-page.tsx')).UnsubscribePage,
  ['notifications'],
);
export const LegalPage = createLazyPage(
  async () => (await import('../features/legal/legal-page.tsx')).LegalPage,
  ['legal'],
);
export const ProfilePage = createLazyPage(
  async () => (await import('../features/profiles/pages/profile-page.tsx')).ProfilePage,
  ['profiles', 'hiding', 'moderation'],
);
export const WalletPage = createLazyPage(
  async () => (await import('../features/wallet/pages/wallet-page.tsx')).WalletPage,
  ['wallet'],
);
export const PaymentPage = createLazyPage(
  async () => (await import('../features/wallet/pages/payment-page.tsx')).PaymentPage,
  ['wallet'],
);
export const PaymentResultPage = createLazyPage(
  async () => (await import('../features/wallet/pages/payment-result-page.tsx')).PaymentResultPage,
  ['wallet', 'giving'],
);
export const ReceiptPage = createLazyPage(
  async () => (await import('../features/wallet/pages/receipt-page.tsx')).ReceiptPage,
  ['wallet'],
);
export const CrowdfundingsPage = createLazyPage(
  async () => (await import('../features/crowdfunding/crowdfundings-page.tsx')).CrowdfundingsPage,
  ['crowdfunding'],
);
export const CrowdfundingPage = createLazyPage(
  async () => (await import('../features/crowdfunding/detail/crowdfunding-page.tsx')).CrowdfundingPage,
  ['crowdfunding', 'giving'],
);
export const DashboardPage = createLazyPage(
  async () => (await import('../features/dashboard/dashboard-page.tsx')).DashboardPage,
  ['dashboard', 'categories', 'crowdfunding', 'moderation', 'profiles'],
);
export const ReportsPage = createLazyPage(
  async () => (await import('../features/reports/reports-page.tsx')).ReportsPage,
  ['reports', 'moderation'],
);
export const NewCrowdfundingPage = createLazyPage(
  async () =>
    (await import('../features/crowdfunding/creation/new-crowdfunding-page.tsx')).NewCrowdfundingPage,
  ['crowdfunding'],
);
export const NewPostPage = createLazyPage(
  async () => (await import('../features/new-post/new-post-page.tsx')).NewPostPage,
  ['new-post'],
);
export const LostPetPage = createLazyPage(
  async () => (await import('../features/new-post/new-post-page.tsx')).LostPetPage,
  ['new-post'],
);
export const ConversationsPage = createLazyPage(
  async () => (await import('../features/conversations/conversations-page.tsx')).ConversationsPage,
  ['conversations', 'hiding'],
);
export const AuditPages = createLazyPage(
  async () => (await import('../features/audit/audit-pages.tsx')).AuditPages,
  ['audit'],
);
export const CoinTrailPage = createLazyPage(
  async () => (await import('../features/coin-trail/coin-trail-page.tsx')).CoinTrailPage,
  ['coin-trail'],
);
export const AnimalsPage = createLazyPage(
  async () => (await import('../features/adoption/animals-page.tsx')).AnimalsPage,
  ['adoption'],
);
export const AnimalPage = createLazyPage(
  async () => (await import('../features/adoption/animal-page.tsx')).AnimalPage,
  ['adoption'],
);
export const NewAnimalPage = createLazyPage(
  async () => (await import('../features/adoption/creation/new-animal-page.tsx')).NewAnimalPage,
  ['adoption'],
);
export const NotificationsPage = createLazyPage(
  async () => (await import('../features/notifications/notifications-page.tsx')).NotificationsPage,
  ['notifications'],
);
