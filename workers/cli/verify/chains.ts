import type { Pool } from 'pg';
import { type ChainFault, verifyChains } from '../../../adapters/event-log/postgres/index.ts';
import type { Problem } from './problem.ts';

/** Result of verifying the hash chains. */
export interface ChainsResult {
  readonly events: number;
  readonly streams: number;
  readonly problems: readonly Problem[];
}

/** Verifies the hash chain of every stream and reports missing events. */
export async function checkChains(pool: Pool, onProgress: (events: number) => void): Promise<ChainsResult> {
  const { events, streams, faults } = await verifyChains(pool, { onProgress });
  return { events, streams, problems: faults.map(toProblem) };
}

function toProblem(fault: ChainFault): Problem {
  switch (fault.kind) {
    case 'changed':
      return {
        kind: 'hash-chain',
        subject: `${fault.stream}@${fault.revision}`,
        expected: 'the hash of this event and those before it in its stream',
        actual: `another hash, at position ${fault.position}`,
      };
    case 'missing-revision':
      return {
        kind: 'missing-revision',
        subject: fault.stream,
        expected: `revision ${fault.revision}`,
        actual: 'later revisions only',
      };
    case 'missing-positions':
      return {
        kind: 'missing-positions',
        subject: 'the log',
        expected: `events at positions ${fault.from} to ${fault.to}`,
        actual: 'none',
      };
  }
}
