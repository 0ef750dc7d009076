import type { System } from '../../adapters/compose.ts';
import { type ProjectionStatus, projectionStatuses } from '../../projections/engine/query.ts';
import { projectionNames } from '../../projections/registry.ts';
import { type PartStatus, partStatuses } from '../part-status.ts';
import { partNames, parts } from '../parts.ts';
import { type AddCommand, type CommonOptions, withCommonOptions } from './command.ts';
import { type Console, table } from './console.ts';
import { failureText } from './failure-text.ts';
import { hintsFor } from './status-hints.ts';

/** Whether a projection needs no attention. */
const isHealthy = ({ state }: ProjectionStatus): boolean => state === 'live' || state === 'catching-up';

export const addStatus: AddCommand = (program, { console, withSystem }) => {
  withCommonOptions(program.command('status'))
    .summary('How far the log and each projection have come, and what runs')
    .description(
      'Shows where the log ends, how far each projection has come, and whether the other parts of the workers run.\n' +
        'Ends with status 1 when a projection is failing or stalled, a part has complained within the last six minutes, or\n' +
        'anything is run by no worker.',
    )
    .action((options: CommonOptions) => withSystem((system) => showStatus(system, console, options)));
};

async function showStatus(system: System, console: Console, { json }: CommonOptions): Promise<number> {
  const { log, pool } = system;
  const position = await log.head();
  const projections = await projectionStatuses(pool, projectionNames, position);
  // Where it cannot be counted what waits, the part can do nothing either, and says why.
  const waiting = await Promise.all(parts.map((part) => part.waiting(system).catch(() => null)));
  const statuses = (await partStatuses(pool, partNames)).map((status, n) => ({
    ...status,
    waiting: waiting[n] ?? null,
  }));
  if (json) console.print(JSON.stringify({ position, projections, parts: statuses }));
  else {
    showTable(console, position, projections);
    showParts(console, statuses);
    for (const hint of hintsFor(projections, statuses)) console.print(`\n${hint}`);
  }
  return projections.every(isHealthy) && statuses.every(({ state }) => state === 'running') ? 0 : 1;
}

interface ShownPart extends PartStatus {
  /** Null when that cannot be told. */
  readonly waiting: number | null;
}

function showParts(console: Console, shown: readonly ShownPart[]): void {
  const rows = shown.map(({ name, waiting, seenAt, state }) => [
    name,
    waiting ?? '?',
    seenAt ?? 'never',
    state,
  ]);
  console.print(`\n${table(['part', 'waiting', 'last seen', 'state'], rows)}`);
  for (const { name, state, complaint } of shown)
    if (state === 'failing' && complaint)
      console.print(`\n${name} complained at ${complaint.at}: ${complaint.text}`);
}

function showTable(console: Console, position: number, projections: readonly ProjectionStatus[]): void {
  console.print(`The log ends at ${position}.\n`);
  const rows = projections.map(({ name, position: at, lag, rate, state }) => [name, at, lag, rate, state]);
  console.print(table(['projection', 'position', 'behind', 'events/s', 'state'], rows));
  for (const { name, failure } of projections) {
    if (failure) console.print(`\n${name} is ${failureText(failure)}`);
  }
}
