import { texts as app } from './en/app.ts';
import { texts as feed } from './en/feed.ts';
import { texts as shared } from './en/shared.ts';
import { texts as ui } from './en/ui.ts';
import type { Language } from './languages.ts';

/** English texts included in the initial bundle. */
export const INITIAL_TEXTS = { app, feed, problems: {}, shared, ui } as const;

const createPreloaded =
  <Texts>(texts: Texts) =>
  async () => ({ texts });

/** Text loaders by namespace. The namespace of a feature is the name of its folder. */
const ENGLISH = {
  accounts: () => import('./en/accounts.ts'),
  adoption: () => import('./en/adoption.ts'),
  app: createPreloaded(INITIAL_TEXTS.app),
  audit: () => import('./en/audit.ts'),
  categories: () => import('./en/categories.ts'),
  'coin-trail': () => import('./en/coin-trail.ts'),
  conversations: () => import('./en/conversations.ts'),
  crowdfunding: () => import('./en/crowdfunding.ts'),
  dashboard: () => import('./en/dashboard.ts'),
  explore: () => import('./en/explore.ts'),
  feed: createPreloaded(INITIAL_TEXTS.feed),
  giving: () => import('./en/giving.ts'),
  hiding: () => import('./en/hiding.ts'),
  legal: () => import('./en/legal.ts'),
  moderation: () => import('./en/moderation.ts'),
  'new-post': () => import('./en/new-post.ts'),
  notifications: () => import('./en/notifications.ts'),
  'post-actions': () => import('./en/post-actions.ts'),
  'post-detail': () => import('./en/post-detail.ts'),
  problems: createPreloaded(INITIAL_TEXTS.problems),
  profiles: () => import('./en/profiles.ts'),
  reports: () => import('./en/reports.ts'),
  security: () => import('./en/security.ts'),
  shared: createPreloaded(INITIAL_TEXTS.shared),
  'take-down': () => import('./en/take-down.ts'),
  ui: createPreloaded(INITIAL_TEXTS.ui),
  wallet: () => import('./en/wallet.ts'),
};

/** A namespace of translated texts. */
export type TextNamespace = keyof typeof ENGLISH;

/** All namespaces. */
export const NAMESPACES = Object.keys(ENGLISH) as readonly TextNamespace[];

/** Types of the English texts, by namespace. They define keys and placeholders. */
export type EnglishTexts = {
  readonly [Name in TextNamespace]: Awaited<ReturnType<(typeof ENGLISH)[Name]>>['texts'];
};

/** Loads the texts of a namespace. Rejects if they cannot be fetched. */
export async function loadCatalogue(language: Language, namespace: TextNamespace): Promise<object> {
  if (language === 'en') return (await ENGLISH[namespace]()).texts;
  const spanish: Readonly<Record<TextNamespace, object>> = await import('./es/index.ts');
  return spanish[namespace];
}
