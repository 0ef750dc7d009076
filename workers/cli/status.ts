import type { System } from '../../adapters/compose.ts';
import { type ProjectionStatus, projectionStatuses } from '../../projections/engine/query.ts';
import { projectionNames } from '../../projections/registry.ts';
import { partNames } from '../main.ts';
import { type PartStatus, partStatuses } from '../pulse.ts';
import { type AddCommand, type CommonOptions, withCommonOptions } from './command.ts';
import { type Console, table } from './console.ts';
import { failureText } from './failure-text.ts';

/** Whether a projection needs no attention. */
const isHealthy = ({ state }: ProjectionStatus): boolean => state === 'live' || state === 'catching-up';

export const addStatus: AddCommand = (program, { console, withSystem }) => {
  withCommonOptions(program.command('status'))
    .summary('How far the log and each projection have come, and what runs')
    .description(
      'Shows where the log ends, how far each projection has come, and whether the other parts of the workers run.\n' +
        'Ends with status 1 when a projection is failing or stalled, or anything is run by no worker.',
    )
    .action((options: CommonOptions) => withSystem((system) => showStatus(system, console, options)));
};

async function showStatus({ log, pool }: System, console: Console, { json }: CommonOptions): Promise<number> {
  const position = await log.head();
  const projections = await projectionStatuses(pool, projectionNames, position);
  const parts = await partStatuses(pool, partNames);
  if (json) console.print(JSON.stringify({ position, projections, parts }));
  else {
    showTable(console, position, projections);
    showParts(console, parts);
  }
  return projections.every(isHealthy) && parts.every(({ state }) => state === 'running') ? 0 : 1;
}

function showParts(console: Console, parts: readonly PartStatus[]): void {
  const rows = parts.map(({ name, waiting, seenAt, state }) => [name, waiting, seenAt ?? 'never', state]);
  console.print(`\n${table(['part', 'waiting', 'last seen', 'state'], rows)}`);
}

function showTable(console: Console, position: number, projections: readonly ProjectionStatus[]): void {
  console.print(`The log ends at ${position}.\n`);
  const rows = projections.map(({ name, position: at, lag, rate, state }) => [name, at, lag, rate, state]);
  console.print(table(['projection', 'position', 'behind', 'events/s', 'state'], rows));
  for (const { name, failure } of projections) {
    if (failure) console.print(`\n${name} is ${failureText(failure)}`);
  }
}
