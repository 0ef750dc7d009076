import type { System } from '../../adapters/compose.ts';
import type { Projection } from '../../projections/engine/definition.ts';
import type { Difference, RebuildProgress, RebuildReport } from '../../projections/engine/rebuild/rebuild.ts';
import { projectionNames, projections, projectionsNamed } from '../../projections/registry.ts';
import { replayProjection } from '../../projections/replay.ts';
import { type AddCommand, type CommonOptions, withCommonOptions } from './command.ts';
import { CommandFailed, type Console } from './console.ts';

interface ReplayOptions extends CommonOptions {
  readonly all?: boolean;
}

export const addReplay: AddCommand = (program, { console, signal, withSystem }) => {
  withCommonOptions(program.command('replay'))
    .summary('Rebuilds read models from the log beside the live ones')
    .description(
      'Rebuilds read models from the log beside the live ones, compares old and new, and swaps them.\n' +
        'The chains of coin trails are made anew with the journal, from which they follow.\n' +
        'Reads and writes go on meanwhile. Rows that differ are printed; the new ones are what the log says, and in use.\n' +
        'Ends with status 1 when any differed, since the old ones were wrong; after an older version, or of a read model that\n' +
        'was ahead of the log, that is expected.\n' +
        'Stopped half-way, it leaves the live ones as they were; the same command carries on.',
    )
    .argument('[names...]', `read models to rebuild: ${projectionNames.join(', ')}`)
    .option('--all', 'rebuild all of them')
    .action((names: string[], options: ReplayOptions) => {
      const chosen = choose(names, options);
      return withSystem((system) => replay(system, console, chosen, options, signal));
    });
};

function choose(names: readonly string[], { all }: ReplayOptions): readonly Projection[] {
  if (all) return projections;
  if (names.length === 0)
    throw new CommandFailed(`Name what to rebuild (${projectionNames.join(', ')}), or say --all.`);
  try {
    return projectionsNamed([...new Set(names)]);
  } catch (error) {
    throw new CommandFailed((error as Error).message);
  }
}

async function replay(
  { log, pool }: System,
  console: Console,
  chosen: readonly Projection[],
  { json }: ReplayOptions,
  signal: AbortSignal,
): Promise<number> {
  const reports: RebuildReport[] = [];
  for (const projection of chosen) {
    let swapping = false;
    const report = await replayProjection({
      log,
      pool,
      projection,
      signal,
      onProgress: (progress) => {
        swapping = progress.phase === 'swapping';
        console.progress(progressLine(progress));
      },
    }).catch((error: unknown) => {
      const done = reports.map((before) => before.projection);
      throw signal.aborted || !isOfDatabase(error)
        ? error
        : notRebuilt(projection.name, error, swapping, done);
    });
    reports.push(report);
    if (!json) showReport(console, report);
  }
  const equal = reports.every((report) => report.equal);
  if (json) console.print(JSON.stringify({ equal, projections: reports }));
  return reports.every(({ equal: same, isRepair }) => same || isRepair) ? 0 : 1;
}

const isOfDatabase = (error: unknown): error is Error => error instanceof Error && 'code' in error;

/** What the database complains of says neither what was rebuilt nor how things stand now. */
function notRebuilt(
  name: string,
  { message }: Error,
  swapping: boolean,
  done: readonly string[],
): CommandFailed {
  const now = swapping
    ? 'It may be in use nevertheless, as a whole or not at all.'
    : 'Nothing of it has changed: the one in use is as it was.';
  const before = done.length > 0 ? ` Rebuilt and in use before it: ${done.join(', ')}.` : '';
  return new CommandFailed(
    `${name} could not be rebuilt: ${message}. ${now}${before} See kindra status, mend the cause, then repeat this.`,
  );
}

function progressLine({ projection, phase, position, head, rate, secondsLeft }: RebuildProgress): string {
  const share = head > 0 ? Math.min(100, Math.floor((position * 100) / head)) : 100;
  const left = secondsLeft === null ? '' : `, ${Math.ceil(secondsLeft)} s left`;
  return `${projection}: ${phase} ${share} %, ${rate} events/s${left}`;
}

function showReport(console: Console, report: RebuildReport): void {
  const {
    projection,
    position,
    resumedFrom,
    seconds,
    rate,
    tables,
    equal,
    comparedAt,
    isRepair,
    differences,
  } = report;
  const resumed = resumedFrom > 0 ? ` (taken up at ${resumedFrom})` : '';
  console.print(
    `${projection}: rebuilt up to ${position}${resumed} in ${seconds.toFixed(1)} s, ${rate} events/s`,
  );
  if (comparedAt === null) console.print('  there was nothing to compare it with');
  for (const { table, live, rebuilt, equal: same } of tables)
    console.print(
      `  ${table}: ${live.rows} rows, ${same ? 'equal' : `${rebuilt.rows} rebuilt, NOT equal`} at ${comparedAt}`,
    );
  if (!equal)
    console.print(
      isRepair
        ? '  what an older version had projected otherwise:'
        : '  what differed (the rebuilt rows are in use now):',
    );
  for (const difference of differences) console.print(`    ${differenceLine(difference)}`);
}

const differenceLine = ({ table, key, live, rebuilt }: Difference): string => {
  if (!live) return `${table} ${key}: was missing`;
  if (!rebuilt) return `${table} ${key}: should not be there`;
  return `${table} ${key}: was ${JSON.stringify(live)}, is ${JSON.stringify(rebuilt)}`;
};
