/**
 * What Kindra says, in every language that it speaks. No sentence stands in a component; it stands in a catalogue.
 *
 * A feature has two of them, with the name of its folder: `en/<feature>.ts` and `es/<feature>.ts`. What is in the first
 * must be in the second, or the types do not fit. A new feature adds its name to both lists of `catalogues.ts`, and its
 * pages name it in `app/pages.ts`, so that code and texts come together:
 *
 * ```ts
 * // en/wallet.ts
 * export const texts = { balance_one: '{{shown}} coin', balance_other: '{{shown}} coins', title: 'Wallet' } as const;
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
 * - `count` chooses between the plurals `_one` and `_other`; Spanish has `_many` besides, for millions.
 * - A sentence with a link or other elements in it is one text with `<Trans t={t} i18nKey="…" components={{ … }} />`.
 * - Lists of constants outside of components hold keys; the component makes texts of them.
 * - Outside of components: `i18n.t('wallet:title')`.
 * - Dates and numbers: the functions of `formats.ts`, which speak the language on the screen. A component that uses
 *   them but no texts calls `useLanguage()`, so that it is shown anew when the language changes.
 * - Sentences of the server and of the contract's rules are English. `feedbackGiven` and the fields of `ui` pass what
 *   they are given through `tell`, which looks the sentence up in `es/sentences.ts`; whoever shows one elsewhere says
 *   `tell(sentence)`. A new sentence of the server needs an entry there.
 */
export { Trans, useTranslation } from 'react-i18next';
export { type EnglishTexts, loadCatalogue, type TextNamespace } from './catalogues.ts';
export {
  abbreviateNumber,
  formatDate,
  formatDateTime,
  formatDay,
  formatDayAndMonth,
  formatDayRange,
  formatEuros,
  formatNumber,
  formatPercent,
  formatShortDay,
  formatTime,
  formatWeekday,
  relativeTime,
} from './formats.ts';
export { chooseLanguage, currentLanguage, i18n, loadTexts, startLanguage } from './i18n.ts';
export { LANGUAGE_NAMES, LANGUAGES, type Language } from './languages.ts';
export { tell, tellName } from './tell.ts';
export { useLanguage } from './use-language.ts';
