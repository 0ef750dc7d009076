import { JOURNAL_UNBALANCED } from '../ledger/check-journal.ts';

interface ShownStatus {
  readonly name: string;
  readonly state: string;
  readonly needsReplay?: boolean;
  readonly complaint?: { readonly text: string } | null;
}

const listNamesInState = (state: string, statuses: readonly ShownStatus[]): readonly string[] =>
  statuses.filter((status) => status.state === state).map(({ name }) => name);

/**
 * Returns one line of advice per kind of problem.
 * @param subscription state of the subscription to the log, which runs in each worker that runs projections
 */
export function createHints(
  projections: readonly ShownStatus[],
  parts: readonly ShownStatus[],
  subscription: Pick<ShownStatus, 'state'> | null,
): readonly string[] {
  const failingNames = listNamesInState('failing', projections);
  const stalledNames = listNamesInState('stalled', projections);
  const allStatuses = [...projections, ...parts];
  const stoppedNames = listNamesInState('stopped', allStatuses);
  const onlyOption = stoppedNames.length < allStatuses.length ? ` -- --only ${stoppedNames.join(',')}` : '';
  const isResumePossible =
    subscription !== null &&
    subscription.state !== 'stopped' &&
    listNamesInState('stopped', projections).length > 0;
  const startAdvice = isResumePossible
    ? 'After a replay, a running worker starts it again within 15 s. Otherwise start one'
    : 'Start one';
  const aheadNames = listNamesInState('ahead of the log', projections);
  const changedNames = projections.filter(({ needsReplay }) => needsReplay).map(({ name }) => name);
  const isJournalUnbalanced = parts.some(
    ({ state, complaint }) => state === 'failing' && complaint?.text === JOURNAL_UNBALANCED,
  );
  const outdatedWorkerNames = listNamesInState('worker too old', projections);
  const hints = [
    aheadNames.length > 0 &&
      `Ahead of the log, which has lost events: ${aheadNames.join(', ')}. Repair: npx kindra replay ${aheadNames.join(' ')}`,
    changedNames.length > 0 &&
      `Projected by an older version: ${changedNames.join(', ')}. Repair: npx kindra replay ${changedNames.join(' ')}`,
    isJournalUnbalanced &&
      'The debits and credits of journal entries differ. Repair: npx kindra replay journal',
    outdatedWorkerNames.length > 0 &&
      `Projected by a newer version than that of the workers: ${outdatedWorkerNames.join(', ')}. Start workers of that version.`,
    failingNames.length > 0 &&
      `The worker retries automatically, and no data is lost. After fixing the cause, run npx kindra replay ${failingNames.join(' ')} to verify the read models.`,
    stalledNames.length > 0 &&
      `${stalledNames.join(', ')}: has a worker but has made no progress for 30 s. Check the log of that worker, then restart it.`,
    stoppedNames.length > 0 &&
      `No worker runs ${stoppedNames.join(', ')}. ${startAdvice}: npm run worker${onlyOption}`,
  ].filter((hint) => hint !== false);
  return hints.length > 0 ? [...hints, 'See docs/runbook.md.'] : [];
}
