import type { AuditResults } from '../../../contract/audit.ts';
import { foldCase } from '../../../domain/kernel/text.ts';
import { MAX_AUDIT_RESULTS } from '../../../domain/ledger/rules.ts';
import type { Queryable } from '../../queryable.ts';
import { escapePattern } from '../../text-search.ts';

/** Finds accounts, hidden ones included, whose name or nickname contains a text; exact nicknames first. */
export async function findPeople(db: Queryable, text: string): Promise<AuditResults['profiles']> {
  const foldedText = foldCase(text);
  const { rows } = await db.query<{ id: string; nickname: string; profile_name: string }>({
    name: 'audit-people',
    text: `SELECT id, nickname, profile_name FROM read.profiles
      WHERE nickname_key <> '' AND (nickname_key LIKE $1 OR lower(profile_name) LIKE $1)
      ORDER BY nickname_key = $2 DESC, length(nickname), id LIMIT ${MAX_AUDIT_RESULTS}`,
    values: [`%${escapePattern(foldedText)}%`, foldedText],
  });
  return rows.map(({ profile_name: profileName, ...profile }) => ({ ...profile, profileName }));
}

/** Finds campaigns in any status whose title contains a text, newest first. */
export async function findCrowdfundings(db: Queryable, text: string): Promise<AuditResults['crowdfundings']> {
  const { rows } = await db.query<{ id: string; title: string }>({
    name: 'audit-crowdfundings',
    text: `SELECT id, title FROM read.crowdfundings WHERE lower(title) LIKE $1
      ORDER BY id DESC LIMIT ${MAX_AUDIT_RESULTS}`,
    values: [`%${escapePattern(foldCase(text))}%`],
  });
  return rows;
}
