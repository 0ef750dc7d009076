import { type ComponentType, lazy } from 'react';

let loading = 0;
const listeners = new Set<() => void>();

function changeLoading(by: number): void {
  loading += by;
  for (const listener of listeners) listener();
}

/** Whether the code of a page is on its way, as a store for `useSyncExternalStore`. */
export const pagesOnTheirWay = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  get: (): boolean => loading > 0,
};

/** A page whose code comes when it is first opened. */
function page(load: () => Promise<ComponentType>) {
  return lazy(async () => {
    // React asks for the code while it renders, when nobody may be told yet.
    await Promise.resolve();
    changeLoading(1);
    try {
      return { default: await load() };
    } finally {
      changeLoading(-1);
    }
  });
}

export const HomePage = page(async () => (await import('../features/feed/home-page.tsx')).HomePage);
export const PostPage = page(async () => (await import('../features/post-detail/post-page.tsx')).PostPage);
export const ExplorePage = page(async () => (await import('./explore-page.tsx')).ExplorePage);
export const LoginPage = page(
  async () => (await import('../features/accounts/pages/login-page.tsx')).LoginPage,
);
export const RegisterPage = page(
  async () => (await import('../features/accounts/pages/register-page.tsx')).RegisterPage,
);
export const AwaitingApprovalPage = page(
  async () => (await import('../features/accounts/pages/awaiting-approval-page.tsx')).AwaitingApprovalPage,
);
export const GoogleCallbackPage = page(
  async () => (await import('../features/accounts/pages/google-callback-page.tsx')).GoogleCallbackPage,
);
export const SettingsPage = page(
  async () => (await import('../features/accounts/pages/settings-page.tsx')).SettingsPage,
);
export const AccountSettingsPage = page(
  async () => (await import('../features/accounts/pages/account-settings-page.tsx')).AccountSettingsPage,
);
export const AdvancedSettingsPage = page(
  async () => (await import('../features/accounts/pages/advanced-settings-page.tsx')).AdvancedSettingsPage,
);
export const ProfilePage = page(
  async () => (await import('../features/profiles/pages/profile-page.tsx')).ProfilePage,
);
export const WalletPage = page(
  async () => (await import('../features/wallet/pages/wallet-page.tsx')).WalletPage,
);
export const PaymentPage = page(
  async () => (await import('../features/wallet/pages/payment-page.tsx')).PaymentPage,
);
export const PaymentResultPage = page(
  async () => (await import('../features/wallet/pages/payment-result-page.tsx')).PaymentResultPage,
);
export const ReceiptPage = page(
  async () => (await import('../features/wallet/pages/receipt-page.tsx')).ReceiptPage,
);
export const CrowdfundingsPage = page(
  async () => (await import('../features/crowdfunding/crowdfundings-page.tsx')).CrowdfundingsPage,
);
export const CampaignPage = page(
  async () => (await import('../features/crowdfunding/detail/campaign-page.tsx')).CampaignPage,
);
export const DashboardPage = page(
  async () => (await import('../features/dashboard/dashboard-page.tsx')).DashboardPage,
);
export const NewCampaignPage = page(
  async () => (await import('../features/crowdfunding/creation/new-campaign-page.tsx')).NewCampaignPage,
);
export const NewPostPage = page(
  async () => (await import('../features/new-post/new-post-page.tsx')).NewPostPage,
);
export const LostPetPage = page(
  async () => (await import('../features/new-post/lost-pet-page.tsx')).LostPetPage,
);
export const ConversationsPage = page(
  async () => (await import('../features/conversations/conversations-page.tsx')).ConversationsPage,
);
export const ChatPage = page(async () => (await import('../features/conversations/chat-page.tsx')).ChatPage);
export const AuditPages = page(async () => (await import('../features/audit/audit-pages.tsx')).AuditPages);
export const CoinTrailPage = page(
  async () => (await import('../features/coin-trail/coin-trail-page.tsx')).CoinTrailPage,
);
export const AnimalsPage = page(
  async () => (await import('../features/adoption/animals-page.tsx')).AnimalsPage,
);
export const NewAnimalPage = page(
  async () => (await import('../features/adoption/creation/new-animal-page.tsx')).NewAnimalPage,
);
