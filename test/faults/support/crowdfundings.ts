import pg from 'pg';
import { createIdSource, systemClock } from '../../../adapters/clock.ts';
import { createEncryptedLog } from '../../../adapters/event-log/encrypted-log.ts';
import { createEventStoreLog } from '../../../adapters/event-log/eventstoredb/index.ts';
import { createPostgresEventLog } from '../../../adapters/event-log/postgres/index.ts';
import { createTextVault } from '../../../adapters/private-data/text-vault.ts';
import { eventCatalogue } from '../../../domain/catalogue.ts';
import { crowdfundingDecider } from '../../../domain/crowdfunding/decide.ts';
import { createHandler } from '../../../domain/handle.ts';

/**
 * Creates campaigns that accept donations. The commands run in this process.
 * @param eventStoreUrl URL of the event log, unless it is in the database
 */
export async function createCrowdfundings(
  databaseUrl: string,
  creatorId: string,
  count: number,
  eventStoreUrl?: string,
): Promise<readonly string[]> {
  const pool = new pg.Pool({ connectionString: databaseUrl });
  const vault = createTextVault({ pool });
  const rawLog = eventStoreUrl
    ? createEventStoreLog({ connectionString: eventStoreUrl })
    : createPostgresEventLog({ pool });
  const log = createEncryptedLog(rawLog, { catalogue: eventCatalogue, vault });
  const handler = createHandler({ log });
  const ids = createIdSource();
  const form = { title: 'A pond', description: 'For otters', goalAmount: 10_000, durationDays: 7 };
  const createdIds: string[] = [];
  for (let n = 0; n < count; n += 1) {
    const crowdfundingId = ids.next();
    const imageHash = '0'.repeat(64);
    const creation = { type: 'CreateCrowdfunding', crowdfundingId, creatorId, imageHash, ...form } as const;
    const [staffId, at] = [ids.next(), systemClock.now()];
    const approval = { type: 'ApproveCrowdfunding', crowdfundingId, staffId, at } as const;
    for (const command of [creation, approval]) {
      const commandId = ids.next();
      const result = await handler.handle(crowdfundingDecider, crowdfundingId, command, {
        commandId,
        correlationId: commandId,
        actor: { kind: 'operator', id: 'tests' },
        occurredAt: systemClock.now(),
      });
      if (!result.accepted) throw new Error(result.rejection.message);
    }
    createdIds.push(crowdfundingId);
  }
  await log.close();
  await pool.end();
  return createdIds;
}
