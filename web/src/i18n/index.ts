/**
 * Texts of the client, in every supported language. Components contain no texts; the catalogues do.
 *
 * A feature has two catalogues named after its folder: `en/<feature>.ts` and `es/<feature>.ts`. The compiler
 * reports keys that are missing in the second. A new feature adds its name to both lists of `catalogues.ts`,
 * and its pages name it in `app/pages.ts`, so that code and texts are loaded together:
 *
 * ```ts
 * // en/wallet.ts
 * export const texts = { balance_one: '{{shown}} coin', balance_other: '{{shown}} coins', title: 'Wallet' }
 * as const;
 *
 * // app/pages.ts
 * export const WalletPage = page(async () => (await import('…/wallet-page.tsx')).WalletPage, 'wallet');
 *
 * // wallet-page.tsx
 * const { t } = useTranslation('wallet');
 * <PageHeading>{t('title')}</PageHeading>
 * <p>{t('balance', { count: coins, shown: formatNumber(coins) })}</p>
 * ```
 *
 * - `count` chooses between the plurals `_one` and `_other`; Spanish also has `_many`, for millions.
 * - A text that contains a link or other elements is one text with `<Trans t={t} i18nKey="…" components={{ …
 * }} />`.
 * - Values are isolated when they contain letters from right to left, so no text needs elements around names.
 * - Constants outside of components hold keys; the component translates them.
 * - Outside of components: `i18n.t('wallet:title')`.
 * - Dates and numbers: the functions of `formats.ts` and `short-formats.ts`, which use the current language. A component that uses
 * them but no texts calls `useLanguage()`, so that it renders again when the language changes.
 * - Errors of the server and of the contract's rules are problems: a code, params and an English message.
 * Toasts, fields and error states show a `Message`, which is a text or a problem; elsewhere
 * `translateMessage(problem)` translates it. The compiler reports codes that are missing in `es/problems.ts`.
 */
export { type EnglishTexts, loadCatalogue, type TextNamespace } from './catalogues.ts';
export {
  abbreviateNumber,
  formatDate,
  formatDateTime,
  formatDay,
  formatEuros,
  formatNumber,
  formatPercent,
  formatRelativeTime,
  formatWholeEuros,
} from './formats.ts';
export {
  chooseLanguage,
  getCurrentLanguage,
  i18n,
  loadTexts,
  onLanguageChange,
  startLanguage,
} from './i18n.ts';
export { LANGUAGE_NAMES, LANGUAGES, type Language } from './languages.ts';
export { getDisplayName, type Message, translateMessage } from './message.ts';
export {
  formatDayAndMonth,
  formatDayRange,
  formatShortDay,
  formatTime,
  formatWeekday,
} from './short-formats.ts';
export type { TextKey } from './text-types.ts';
export { Trans } from './trans.tsx';
export { useFormatDay } from './use-format-day.ts';
export { useLanguage } from './use-language.ts';
export { useTranslation } from './use-translation.ts';
