import { describeDatabaseOutage, describeFullDisk } from '../../adapters/describe-outage.ts';
import {
  LogHistoryChanged,
  RebuildInProgress,
  RebuildOutdated,
} from '../../projections/engine/rebuild/rebuild.ts';

/** A read model that could not be rebuilt. */
export interface FailedRebuild {
  readonly projection: string;
  readonly message: string;
}

/** SQLSTATE undefined_table. */
const UNDEFINED_TABLE = '42P01';

function describeCause(error: unknown): string {
  const description = describeFullDisk(error) ?? describeDatabaseOutage(error);
  if (description) return description;
  const { message, code } = error as NodeJS.ErrnoException;
  return code === UNDEFINED_TABLE
    ? `${message}. A replay cannot create it: take a backup and restore it into a new data folder or database, see docs/runbook.md.`
    : `${message}.`;
}

/**
 * Describes why a read model could not be rebuilt.
 * @param isSwapping whether the rebuild had begun to swap the tables
 */
export function createFailedRebuild(projection: string, error: unknown, isSwapping: boolean): FailedRebuild {
  if (error instanceof RebuildInProgress || error instanceof RebuildOutdated)
    return { projection, message: error.message };
  const now = isSwapping
    ? 'The new tables may be in use, completely or not at all.'
    : 'The live read model is unchanged.';
  const cause = error instanceof LogHistoryChanged ? error.message : `${describeCause(error)} ${now}`;
  return { projection, message: `${projection} could not be rebuilt: ${cause}` };
}

/** Lists the failed rebuilds, the completed ones and the command that repeats the failed ones. */
export function describeFailedRebuilds(
  failures: readonly FailedRebuild[],
  rebuiltNames: readonly string[],
): string {
  const failedNames = failures.map(({ projection }) => projection);
  return [
    ...failures.map(({ message }) => message),
    ...(rebuiltNames.length > 0 ? [`Already rebuilt and in use: ${rebuiltNames.join(', ')}.`] : []),
    `See kindra status, fix the cause and run: npx kindra replay ${failedNames.join(' ')}`,
  ].join('\n');
}
