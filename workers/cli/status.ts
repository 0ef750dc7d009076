import type { System } from '../../adapters/compose.ts';
import { type ProjectionStatus, projectionStatuses } from '../../projections/engine/query.ts';
import { projectionNames } from '../../projections/registry.ts';
import { type AddCommand, type CommonOptions, withCommonOptions } from './command.ts';
import { type Console, table } from './console.ts';

/** Whether a projection needs no attention. */
const isHealthy = ({ state }: ProjectionStatus): boolean => state === 'live' || state === 'catching-up';

export const addStatus: AddCommand = (program, { console, withSystem }) => {
  withCommonOptions(program.command('status'))
    .summary('How far the log and each projection have come')
    .description(
      'Shows where the log ends, and how far each projection has come.\n' +
        'Ends with status 1 when a projection is failing, stalled or run by no worker.',
    )
    .action((options: CommonOptions) => withSystem((system) => showStatus(system, console, options)));
};

async function showStatus({ log, pool }: System, console: Console, { json }: CommonOptions): Promise<number> {
  const position = await log.head();
  const projections = await projectionStatuses(pool, projectionNames, position);
  if (json) console.print(JSON.stringify({ position, projections }));
  else showTable(console, position, projections);
  return projections.every(isHealthy) ? 0 : 1;
}

function showTable(console: Console, position: number, projections: readonly ProjectionStatus[]): void {
  console.print(`The log ends at ${position}.\n`);
  const rows = projections.map(({ name, position: at, lag, rate, state }) => [name, at, lag, rate, state]);
  console.print(table(['projection', 'position', 'behind', 'events/s', 'state'], rows));
  for (const { name, failure } of projections) {
    if (!failure) continue;
    const { event, position: at, since, message } = failure;
    const place = event ? ` at event ${at} (${event})` : '';
    console.print(`\n${name} is failing since ${since}${place}: ${message}`);
  }
}
