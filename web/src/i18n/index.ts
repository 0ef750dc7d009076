/**
 * Texts of the client in every supported language. Components contain no texts; all texts are in the catalogues,
 * except those of notifications that emails share (`domain/effects/texts`).
 *
 * A feature has two catalogues named after its folder: `en/<feature>.ts` and `es/<feature>.ts`. The compiler
 * reports keys that are missing in the Spanish catalogue. To add a feature, add its name to both lists in
 * `catalogues.ts` and to its pages in `app/pages.ts`, so that code and texts are loaded together:
 *
 * ```ts
 * // en/wallet.ts
 * export const texts = { balance_one: '{{shown}} coin', balance_other: '{{shown}} coins', title: 'Wallet' }
 * as const;
 *
 * // app/pages.ts
 * export const WalletPage = createLazyPage(
 *   async () => (await import('…/wallet-page.tsx')).WalletPage,
 *   ['wallet'],
 * );
 *
 * // wallet-page.tsx
 * const { t } = useTranslation('wallet');
 * <PageHeading>{t('title')}</PageHeading>
 * <p>{t('balance', { count: coins, shown: formatNumber(coins) })}</p>
 * ```
 *
 * - `count` selects the plural form `_one` or `_other`. Spanish also has `_many`, for millions.
 * - A text that contains links or other elements remains one text and is rendered with
 *   `<Trans t={t} i18nKey="…" components={{ … }} />`.
 * - Values in right-to-left scripts are isolated, so names need no elements around them.
 * - Constants outside components contain keys, which the component translates.
 * - Code outside components calls `i18n.t('wallet:title')`.
 * - Dates and numbers are formatted by the functions in `formats.ts` and `short-formats.ts`, which use the current
 *   language. A component that uses these functions but no texts calls `useLanguage()`, so that it rerenders when
 *   the language changes.
 * - Errors from the server and from the rules in the contract are problems: a code, params and an English message.
 *   Toasts, fields and error states show a `Message`, which is a text or a problem. Other code calls
 *   `translateMessage(problem)`. The compiler reports codes that are missing in `es/problems.ts`.
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
export { useFormatDay, useLanguage, useTranslation } from './hooks.ts';
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
