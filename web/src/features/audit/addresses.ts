import { type EntryFilter, filterQuery } from '../../api/audit.ts';
import { type EnglishTexts, i18n } from '../../i18n/index.ts';

const AUDIT = '/dashboard/audit';

/** Where an account of the books has its statement. */
export const accountAddress = (account: string): string => `${AUDIT}/accounts/${encodeURIComponent(account)}`;

/** Where a campaign has its statement; with a donation, at its line. */
export const campaignAddress = (id: string, donationId?: string): string =>
  `${AUDIT}/crowdfundings/${encodeURIComponent(id)}${donationId ? `#donation-${donationId}` : ''}`;

/** Where the entries are that fit a filter. */
export const entriesAddress = (filter: EntryFilter): string => `${AUDIT}/entries${filterQuery(filter)}`;

/** Where adjustments wait for a second person. */
export const ADJUSTMENTS_ADDRESS = `${AUDIT}/adjustments`;

/** Where everybody can follow a campaign's coins. */
export const trailAddress = (id: string): string => `/crowdfundings/${encodeURIComponent(id)}/coins`;

/** The campaign that an account holds coins for, or null. */
export const campaignOf = (account: string): string | null =>
  account.startsWith('escrow:') ? account.slice('escrow:'.length) : null;

/** The person whose wallet or debt an account is, or null. */
export const ownerOf = (account: string): string | null =>
  /^(?:wallet|receivable):(.+)$/.exec(account)?.[1] ?? null;

/** Whose an account is, as it stands beside the account: '@reader' or '“A pond”'. */
export const ownerText = (account: string, name: string): string =>
  ownerOf(account) === null ? `“${name}”` : `@${name}`;

const NAMES: Readonly<Record<string, keyof EnglishTexts['audit']['accounts']>> = {
  'stripe:clearing': 'clearing',
  suspense: 'suspense',
  'chargeback-loss': 'chargebackLoss',
  adjustment: 'adjustment',
  wallet: 'wallet',
  receivable: 'receivable',
  escrow: 'escrow',
};

/** The name of an account or of a kind of accounts; what is not known is its own name. */
function nameOf(account: string): string {
  const key = NAMES[account];
  return key ? i18n.t(`audit:accounts.${key}`) : account;
}

/** The end of an id, which tells apart better than its beginning, made of the time. */
export const shortId = (id: string): string => `…${id.slice(-8)}`;

/** An account of the books in words, as in 'Wallet …0a1b2c3d'. */
export function accountName(account: string): string {
  if (NAMES[account]) return nameOf(account);
  const [kind = '', id = ''] = account.split(':');
  return `${nameOf(kind)} ${shortId(id)}`;
}
