import { createIdSource } from '../../../adapters/clock.ts';
import { createPostgresEventLog } from '../../../adapters/event-log/postgres/index.ts';
import { crowdfundingDecider } from '../../../domain/crowdfunding/decide.ts';
import { createHandler } from '../../../domain/handle.ts';
import type { EventLog } from '../../../domain/ports/event-log.ts';
import { ACCOUNTS, CROWDFUNDINGS, registerAccounts, STAFF } from '../../properties/coin-system.ts';
import type { LedgerCount } from '../../properties/coins-oracle.ts';
import type { TestDatabase } from '../../support/database.ts';
import { type ApiProcess, type AppendFault, type SharedDependencies, startApiProcess } from './processes.ts';
import { createProvider, type Provider } from './provider.ts';

/** The system under test, its payment provider and its clock. */
export interface TestedSystem {
  /** The event log without injected faults. */
  readonly log: EventLog;
  readonly api: readonly [ApiProcess, ApiProcess];
  readonly provider: Provider;
  readonly dependencies: SharedDependencies;
  readonly nextId: () => string;
  readonly getNow: () => string;
  /** Advances the clock by a number of days. */
  readonly advanceDays: (days: number) => void;
  /** Ids of donations that were accepted in a response. */
  readonly acceptedDonations: Set<string>;
  /** Recorded log lines that must never occur. */
  readonly rejections: readonly unknown[];
}

/** Creates a command context. Its actor is the system. */
export const createContext = (
  { getNow, nextId }: Pick<TestedSystem, 'getNow' | 'nextId'>,
  commandId = nextId(),
) => ({
  commandId,
  correlationId: nextId(),
  actor: { kind: 'system', id: 'properties' } as const,
  occurredAt: getNow(),
});

const DAY_MS = 24 * 60 * 60_000;
/**
 * Start of the clock. It is far enough in the past that the clock stays behind the database's clock even after all
 * advances.
 */
const START = Date.parse('2001-11-21T09:30:00.000Z');
const getDay = (instant: string): number => (Date.parse(instant) - START) / DAY_MS;

/** Durations of the campaigns in days. The second campaign ends long after the first. */
const DURATIONS_DAYS = [7, 180];
const EXPIRY_DAYS = 90;

/** Returns whether every campaign that should have expired by now has ended. */
export const haveCrowdfundingsEnded = ({ getNow }: TestedSystem, { ends }: LedgerCount): boolean =>
  CROWDFUNDINGS.every(
    (id, n) => ends.has(id) || getDay(getNow()) < (DURATIONS_DAYS[n] as number) + EXPIRY_DAYS,
  );

async function createCrowdfundings(system: TestedSystem): Promise<void> {
  const handler = createHandler({ log: system.log });
  for (const [index, crowdfundingId] of CROWDFUNDINGS.entries()) {
    const durationDays = DURATIONS_DAYS[index] as number;
    const form = { title: 'A pond', description: 'For otters', goalAmount: 10_000, durationDays };
    const creatorId = ACCOUNTS[index] as string;
    const creation = {
      type: 'CreateCrowdfunding',
      crowdfundingId,
      creatorId,
      imageHash: '',
      ...form,
    } as const;
    const staffId = STAFF[0] as string;
    const approval = { type: 'ApproveCrowdfunding', crowdfundingId, staffId, at: system.getNow() } as const;
    for (const command of [creation, approval])
      await handler.handle(crowdfundingDecider, crowdfundingId, command, createContext(system));
  }
}

/** Creates two API processes, a provider, and campaigns that accept donations. */
export async function createTestedSystem(
  database: TestDatabase,
  getNextFault: () => AppendFault,
  hasLongStreams: boolean,
): Promise<TestedSystem> {
  const log = createPostgresEventLog({ pool: database.pool });
  const ids = createIdSource();
  const rejections: unknown[] = [];
  let days = 0;
  const getNow = () => new Date(START + days * DAY_MS).toISOString();
  const provider = createProvider(database, getNow);
  const dependencies: SharedDependencies = {
    database,
    payments: provider.payments,
    clock: { now: getNow },
    ids,
    hasLongStreams,
    onRejection: (message, fields) => rejections.push([message, fields]),
  };
  const system: TestedSystem = {
    log,
    api: [
      startApiProcess(dependencies, log, getNextFault, 100),
      startApiProcess(dependencies, log, getNextFault, 1),
    ],
    provider,
    dependencies,
    nextId: ids.next,
    getNow,
    advanceDays: (addedDays) => {
      days += addedDays;
    },
    acceptedDonations: new Set(),
    rejections,
  };
  await registerAccounts(createHandler({ log }), () => createContext(system));
  await createCrowdfundings(system);
  return system;
}
