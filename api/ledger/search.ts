import type { AuditResults } from '../../contract/audit.ts';
import { isUuid } from '../../domain/kernel/ids.ts';
import { MAX_AUDIT_RESULTS } from '../../domain/ledger/rules.ts';
import { parseReceiptNumber } from '../../domain/wallet/receipt-number.ts';
import { type EntryKey, findEntries } from '../../projections/ledger/journal/query.ts';
import { findCrowdfundings, findPeople } from '../../projections/ledger/search/query.ts';
import type { Queryable } from '../../projections/queryable.ts';
import type { Immutable } from '../http/route.ts';

const PAYMENT_ID_PATTERN = /^pi_\w+$/;

function parseEntryKey(text: string): EntryKey | null {
  const position = parseReceiptNumber(text);
  if (position !== null) return { column: 'position', value: position };
  if (PAYMENT_ID_PATTERN.test(text)) return { column: 'payment_id', value: text };
  return isUuid(text.toLowerCase()) ? { column: 'id', value: text.toLowerCase() } : null;
}

/**
 * Searches for a receipt number, payment id or entry id; any other text in names of profiles and titles of campaigns.
 */
export async function searchAudit(db: Queryable, text: string): Promise<Immutable<AuditResults>> {
  if (text === '') return { profiles: [], crowdfundings: [], entries: [] };
  const key = parseEntryKey(text);
  if (key) return { profiles: [], crowdfundings: [], entries: await findEntries(db, key, MAX_AUDIT_RESULTS) };
  const name = text.replace(/^@/, '');
  const [profiles, crowdfundings] = await Promise.all([findPeople(db, name), findCrowdfundings(db, name)]);
  return { profiles, crowdfundings, entries: [] };
}
