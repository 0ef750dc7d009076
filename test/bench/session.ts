import type { Pool } from 'pg';
import { createPrivateData } from '../../adapters/private-data/private-data.ts';
import type { Session } from '../../domain/ports/sessions.ts';

/** Opens a session for an account, whose private data is empty if there was none. */
export async function openSession(pool: Pool, session: Session): Promise<void> {
  await pool.query(
    `INSERT INTO private.accounts (account_id, email, name, surnames) VALUES ($1, '', '', '')
     ON CONFLICT DO NOTHING`,
    [session.accountId],
  );
  await createPrivateData(pool).sessions.open(session);
}
