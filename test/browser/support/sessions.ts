import { decodeJwt } from 'jose';
import pg from 'pg';
import type { AuthResponse } from '../../../contract/shapes.ts';

/** Backdates the last proof of identity in a session by a number of minutes. */
export async function backdateProof({ token }: Pick<AuthResponse, 'token'>, minutes: number): Promise<void> {
  const client = new pg.Client(process.env.KINDRA_TEST_DATABASE_URL);
  await client.connect();
  const { rowCount } = await client.query(
    'UPDATE private.sessions SET proven_at = created_at - make_interval(mins => $2) WHERE id = $1',
    [decodeJwt(token).jti, minutes],
  );
  await client.end();
  if (rowCount !== 1) throw new Error('The session does not exist.');
}
