import { createIdSource } from '../../adapters/clock.ts';
import type { KindraEvent } from '../../domain/catalogue.ts';
import {
  type AccountId,
  type CrowdfundingId,
  deriveCounterpartId,
  toStreamName,
} from '../../domain/kernel/ids.ts';
import type { RefundReason } from '../../domain/wallet/events.ts';
import { hashEvent } from '../support/event-hash.ts';
import { NOW } from './coins-commands.ts';
import type { BenchmarkDatabase } from './harness.ts';

/** An event and the stream it belongs to. */
export type StreamEvent = readonly [stream: string, event: KindraEvent];

const CHUNK_SIZE = 10_000;
const COLUMN_COUNT = 8;

const INSERT_EVENTS = `INSERT INTO log.events (position, stream, revision, id, type, data, metadata, hash)
  SELECT * FROM unnest($1::bigint[], $2::text[], $3::bigint[], $4::uuid[], $5::text[], $6::json[], $7::json[], $8::bytea[])`;

const ids = createIdSource();

const createMetadata = (correlationId: string): string =>
  JSON.stringify({
    correlationId,
    causationId: correlationId,
    actor: { kind: 'system', id: 'benchmark' },
    occurredAt: NOW,
    version: 1,
  });

/** Inserts rows into the event table of the log. */
export async function insertEventRows(
  pool: BenchmarkDatabase['pool'],
  rows: readonly (readonly unknown[])[],
): Promise<void> {
  const columns = Array.from({ length: COLUMN_COUNT }, (_, n) => rows.map((row) => row[n]));
  await pool.query({ name: 'fill', text: INSERT_EVENTS, values: columns });
}

/** Inserts events and their hashes directly into the event table of the log. */
export type FillLog = (events: Iterable<StreamEvent>) => Promise<void>;

/**
 * Creates a function that fills a log in bulk. It assigns the revisions itself, so no other process may append at the
 * same time.
 */
export function createLogFiller({ pool }: BenchmarkDatabase): FillLog {
  const lastEvents = new Map<string, { readonly revision: number; readonly hash: Buffer }>();

  function toEventRow(position: number, [stream, { type, data: fields }]: StreamEvent): readonly unknown[] {
    const lastEvent = lastEvents.get(stream);
    const revision = lastEvent ? lastEvent.revision + 1 : 0;
    const id = ids.next();
    const [data, metadata] = [JSON.stringify(fields), createMetadata(id)];
    const hash = hashEvent(lastEvent?.hash ?? null, { stream, revision, position, id, type, data, metadata });
    lastEvents.set(stream, { revision, hash });
    return [position, stream, revision, id, type, data, metadata, hash];
  }

  return async (events) => {
    const { rows: heads } = await pool.query<{ head: string }>(
      'SELECT coalesce(max(position), 0) AS head FROM log.events',
    );
    let position = Number(heads[0]?.head);
    let rows: (readonly unknown[])[] = [];
    for (const event of events) {
      position += 1;
      rows.push(toEventRow(position, event));
      if (rows.length < CHUNK_SIZE) continue;
      await insertEventRows(pool, rows);
      rows = [];
    }
    await insertEventRows(pool, rows);
    await pool.query('VACUUM ANALYZE log.events');
  };
}

export const createIds = (count: number): readonly string[] =>
  Array.from({ length: count }, () => ids.next());

/** Creates the registration event of an account. */
export const createRegistration = (accountId: AccountId, n: number): StreamEvent => [
  toStreamName('account', accountId),
  {
    type: 'AccountRegistered',
    data: { accountId, role: 'USER', nickname: `user${n}`, profileName: 'Somebody', category: null },
  },
];

/** Creates a purchase event. */
export function createPurchase(accountId: AccountId, amount: number): StreamEvent {
  const purchaseId = ids.next();
  const data = { accountId, purchaseId, paymentId: `pi_${purchaseId}`, source: 'clearing', amount } as const;
  return [toStreamName('wallet', accountId), { type: 'CoinsPurchased', data: { ...data, repaid: 0 } }];
}

export interface DonationData {
  readonly donationId: string;
  readonly accountId: AccountId;
  readonly crowdfundingId: CrowdfundingId;
  readonly amount: number;
}

/** Creates a donation event. */
export const createDonation = (donation: DonationData): StreamEvent => [
  toStreamName('wallet', donation.accountId),
  { type: 'CoinsDonated', data: donation },
];

/** Creates the refund event of a donation. */
export const createRefund = (donation: DonationData, reason: RefundReason): StreamEvent => [
  toStreamName('wallet', donation.accountId),
  {
    type: 'DonationRefunded',
    data: { ...donation, refundId: deriveCounterpartId(donation.donationId), reason, repaid: 0 },
  },
];

/** Creates the event that releases the coins of a closed campaign to its creator. */
export const createRelease = (
  crowdfundingId: CrowdfundingId,
  accountId: AccountId,
  amount: number,
): StreamEvent => [
  toStreamName('wallet', accountId),
  {
    type: 'CampaignFundsReceived',
    data: { accountId, releaseId: deriveCounterpartId(crowdfundingId), crowdfundingId, amount, repaid: 0 },
  },
];
