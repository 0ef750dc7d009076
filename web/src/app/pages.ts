import type { ComponentType } from 'react';
import { loadTexts, type TextNamespace } from '../i18n/index.ts';
import { lazyPart } from '../shared/part/lazy-part.tsx';
import { loadPart } from '../shared/part/load-part.ts';

let loading = 0;
const listeners = new Set<() => void>();

function changeLoading(by: number): void {
  loading += by;
  for (const listener of listeners) listener();
}

/** Whether the code of a page is loading, as a store for `useSyncExternalStore`. */
export const pagesOnTheirWay = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  get: (): boolean => loading > 0,
};

/**
 * A page whose code and texts are loaded when it is first opened. Throws `MissingPartError` when they cannot
 * be loaded.
 */
export function page<Props extends object = object>(
  load: () => Promise<ComponentType<Props>>,
  ...texts: readonly TextNamespace[]
) {
  return lazyPart(async () => {
    // React calls this during render, when state of other components must not change.
    await Promise.resolve();
    changeLoading(1);
    try {
      const [component] = await loadPart(() => Promise.all([load(), loadTexts(...texts)]));
      return component;
    } finally {
      changeLoading(-1);
    }
  });
}

export const HomePage = page(async () => (await import('../features/feed/home-page.tsx')).HomePage);
export const PostPage = page(
  async () => (await import('../features/post-detail/post-page.tsx')).PostPage,
  'post-detail',
);
export const ExplorePage = page(async () => (await import('./explore-page.tsx')).ExplorePage);
export const LoginPage = page(
  async () => (await import('../features/accounts/pages/login-page.tsx')).LoginPage,
  'accounts',
);
export const RegisterPage = page(
  async () => (await import('../features/accounts/pages/register-page.tsx')).RegisterPage,
  'accounts',
);
export const AwaitingApprovalPage = page(
  async () => (await import('../features/accounts/pages/awaiting-approval-page.tsx')).AwaitingApprovalPage,
  'accounts',
);
export const GoogleCallbackPage = page(
  async () => (await import('../features/accounts/pages/google-callback-page.tsx')).GoogleCallbackPage,
  'accounts',
);
export const SettingsPage = page(
  async () => (await import('../features/accounts/pages/settings-page.tsx')).SettingsPage,
  'accounts',
);
export const AccountSettingsPage = page(
  async () => (await import('../features/accounts/pages/account-settings-page.tsx')).AccountSettingsPage,
  'accounts',
);
export const AdvancedSettingsPage = page(
  async () => (await import('../features/accounts/pages/advanced-settings-page.tsx')).AdvancedSettingsPage,
  'accounts',
);
export const AppearanceSettingsPage = page(
  async () =>
    (await import('../features/accounts/pages/appearance-settings-page.tsx')).AppearanceSettingsPage,
  'accounts',
);
export const HiddenProfilesPage = page(
  async () => (await import('../features/accounts/pages/hidden-profiles-page.tsx')).HiddenProfilesPage,
  'accounts',
);
export const ProfilePage = page(
  async () => (await import('../features/profiles/pages/profile-page.tsx')).ProfilePage,
  'profiles',
);
export const WalletPage = page(
  async () => (await import('../features/wallet/pages/wallet-page.tsx')).WalletPage,
  'wallet',
);
export const PaymentPage = page(
  async () => (await import('../features/wallet/pages/payment-page.tsx')).PaymentPage,
  'wallet',
);
export const PaymentResultPage = page(
  async () => (await import('../features/wallet/pages/payment-result-page.tsx')).PaymentResultPage,
  'wallet',
);
export const ReceiptPage = page(
  async () => (await import('../features/wallet/pages/receipt-page.tsx')).ReceiptPage,
  'wallet',
);
export const CrowdfundingsPage = page(
  async () => (await import('../features/crowdfunding/crowdfundings-page.tsx')).CrowdfundingsPage,
  'crowdfunding',
);
export const CampaignPage = page(
  async () => (await import('../features/crowdfunding/detail/campaign-page.tsx')).CampaignPage,
  'crowdfunding',
);
export const DashboardPage = page(
  async () => (await import('../features/dashboard/dashboard-page.tsx')).DashboardPage,
  'dashboard',
  'crowdfunding',
  'profiles',
);
export const ReportsPage = page(
  async () => (await import('../features/reports/reports-page.tsx')).ReportsPage,
  'reports',
);
export const NewCampaignPage = page(
  async () => (await import('../features/crowdfunding/creation/new-campaign-page.tsx')).NewCampaignPage,
  'crowdfunding',
);
export const NewPostPage = page(
  async () => (await import('../features/new-post/new-post-page.tsx')).NewPostPage,
  'new-post',
);
export const LostPetPage = page(
  async () => (await import('../features/new-post/new-post-page.tsx')).LostPetPage,
  'new-post',
);
export const ConversationsPage = page(
  async () => (await import('../features/conversations/conversations-page.tsx')).ConversationsPage,
  'conversations',
);
export const ChatPage = page(
  async () => (await import('../features/conversations/chat-page.tsx')).ChatPage,
  'conversations',
);
export const AuditPages = page(
  async () => (await import('../features/audit/audit-pages.tsx')).AuditPages,
  'audit',
);
export const CoinTrailPage = page(
  async () => (await import('../features/coin-trail/coin-trail-page.tsx')).CoinTrailPage,
  'coin-trail',
);
export const AnimalsPage = page(
  async () => (await import('../features/adoption/animals-page.tsx')).AnimalsPage,
  'adoption',
);
export const NewAnimalPage = page(
  async () => (await import('../features/adoption/creation/new-animal-page.tsx')).NewAnimalPage,
  'adoption',
);
export const NotificationsPage = page(
  async () => (await import('../features/notifications/notifications-page.tsx')).NotificationsPage,
  'notifications',
);
export const NotificationSettingsPage = page(
  async () => (await import('../features/notifications/settings-page.tsx')).NotificationSettingsPage,
  'notifications',
);
