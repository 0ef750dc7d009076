import { ledgerEndpoints } from '../../../../contract/endpoints/ledger.ts';
import { type ArgumentsOf, createPath } from '../../api/endpoints.ts';
import { i18n } from '../../i18n/index.ts';

const AUDIT_PATH = '/dashboard/audit';

type ExportArguments = Exclude<ArgumentsOf<typeof ledgerEndpoints.exportEntries>, void>;

/** Filter for journal entries. The page and the API use the same parameter names. */
export type EntryFilter = Omit<ExportArguments, 'format'>;
export const ENTRY_FILTERS = [
  'account',
  'type',
  'crowdfunding',
  'profile',
  'from',
  'to',
] as const satisfies readonly (keyof EntryFilter)[];

/** Builds a query string with its question mark, or an empty string if the filter is empty. */
export function toQueryString(filter: Readonly<Record<string, string | undefined>>): string {
  const parameters = Object.entries(filter).filter((pair): pair is [string, string] => Boolean(pair[1]));
  return parameters.length > 0 ? `?${new URLSearchParams(parameters)}` : '';
}

/** Returns the URL that exports the postings matching a filter. */
export const getExportPath = (filter: EntryFilter, format: ExportArguments['format']): string =>
  createPath(ledgerEndpoints.exportEntries, { ...filter, format });

/** Returns the path of a ledger account's statement. */
export const getAccountPath = (account: string): string =>
  `${AUDIT_PATH}/accounts/${encodeURIComponent(account)}`;

/** Returns the path of a campaign statement. If `donationId` is given, the path points to the line of the donation. */
export const getCrowdfundingPath = (id: string, donationId?: string): string =>
  `${AUDIT_PATH}/crowdfundings/${encodeURIComponent(id)}${donationId ? `#donation-${donationId}` : ''}`;

/** Returns the path of the journal, filtered by `filter`. */
export const getEntriesPath = (filter: EntryFilter): string =>
  `${AUDIT_PATH}/entries${toQueryString(filter)}`;

/** Path of the adjustments that require approval. */
export const ADJUSTMENTS_PATH = `${AUDIT_PATH}/adjustments`;

/** Returns the campaign id in an escrow account name, or null for other accounts. */
export const getCrowdfundingId = (account: string): string | null =>
  account.startsWith('escrow:') ? account.slice('escrow:'.length) : null;

/** Returns the profile id in a wallet or receivable account name, or null for other accounts. */
export const getOwnerId = (account: string): string | null =>
  /^(?:wallet|receivable):(.+)$/.exec(account)?.[1] ?? null;

const SYSTEM_ACCOUNTS: Readonly<Record<string, 'adjustment' | 'chargebackLoss' | 'clearing' | 'suspense'>> = {
  'stripe:clearing': 'clearing',
  suspense: 'suspense',
  'chargeback-loss': 'chargebackLoss',
  adjustment: 'adjustment',
};

const OWNED_ACCOUNT_KINDS = ['wallet', 'receivable', 'escrow'] as const;

/** Returns the last 8 characters of an id. The first characters are a timestamp and differ less between ids. */
export const shortenId = (id: string): string => `…${id.slice(-8)}`;

/**
 * Returns the display name of a ledger account, as in 'Wallet of @ana' or 'Held for “A pond”'. Unknown accounts are
 * returned unchanged.
 * @param name nickname or title of the owner; null if the owner was erased
 */
export function formatAccountName(account: string, name: string | null): string {
  const systemAccount = SYSTEM_ACCOUNTS[account];
  if (systemAccount) return i18n.t(`audit:accounts.${systemAccount}`);
  const kind = OWNED_ACCOUNT_KINDS.find((owned) => owned === account.split(':')[0]);
  if (!kind) return account;
  return name ? i18n.t(`audit:accounts.${kind}Of`, { name }) : i18n.t(`audit:accounts.${kind}`);
}
