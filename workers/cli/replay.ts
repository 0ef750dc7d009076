import type { System } from '../../adapters/compose.ts';
import { forEachConcurrently } from '../../common/for-each-concurrently.ts';
import type { Projection } from '../../projections/engine/definition.ts';
import type { Difference, RebuildProgress, RebuildReport } from '../../projections/engine/rebuild/rebuild.ts';
import { runSharedLoad, sortByChangeCount } from '../../projections/engine/rebuild/shared-load.ts';
import { CONCURRENT_REBUILDS, rebuildProjection } from '../../projections/rebuild.ts';
import { findProjectionsByName, projectionNames, projections } from '../../projections/registry.ts';
import { type AddCommand, type CommonOptions, withCommonOptions } from './command.ts';
import { CommandFailed, type Console } from './console.ts';
import { createFailedRebuild, describeFailedRebuilds, type FailedRebuild } from './replay-failures.ts';

interface ReplayOptions extends CommonOptions {
  readonly all?: boolean;
}

/** Adds `kindra replay`, which rebuilds read models. */
export const addReplay: AddCommand = (program, { console, signal, withSystem }) => {
  withCommonOptions(program.command('replay'))
    .summary('Rebuilds read models from the log beside the live ones')
    .description(
      'Rebuilds read models from the log beside the live ones, compares old and new, and swaps them. ' +
        'Rebuilding the journal also rebuilds the coin trails. Reads and writes continue. Differing rows are printed; the ' +
        'new ones replace them. Exits with status 1 if rows differ, unless an older version projected them or the read ' +
        'model was ahead of the log, where differences are expected. ' +
        'If one cannot be rebuilt, the others are, and the command exits with status 1. ' +
        'If stopped, the live ones stay unchanged; repeat the command to resume.',
    )
    .argument('[names...]', `read models to rebuild: ${projectionNames.join(', ')}`)
    .option('--all', 'rebuild all of them')
    .action((names: string[], options: ReplayOptions) => {
      const selectedProjections = chooseProjections(names, options);
      return withSystem((system) => replay(system, console, selectedProjections, options, signal));
    });
};

function chooseProjections(names: readonly string[], { all }: ReplayOptions): readonly Projection[] {
  if (all) return projections;
  if (names.length === 0)
    throw new CommandFailed(`Name read models (${projectionNames.join(', ')}) or add --all.`);
  try {
    return findProjectionsByName([...new Set(names)]);
  } catch (error) {
    throw new CommandFailed((error as Error).message);
  }
}

async function replay(
  { log, pool }: System,
  console: Console,
  selectedProjections: readonly Projection[],
  { json }: ReplayOptions,
  signal: AbortSignal,
): Promise<number> {
  const reports: RebuildReport[] = [];
  const failures: FailedRebuild[] = [];
  const onProgress = (progress: RebuildProgress): void => console.showProgress(formatProgress(progress));
  const sharedLoad = await runSharedLoad({ log, pool, projections: selectedProjections, signal, onProgress });
  await forEachConcurrently(
    sortByChangeCount(selectedProjections, sharedLoad),
    CONCURRENT_REBUILDS,
    async (projection) => {
      let isSwapping = false;
      const rebuildOptions = {
        log,
        pool,
        projection,
        signal,
        onProgress: (progress: RebuildProgress): void => {
          isSwapping = progress.phase === 'swapping';
          onProgress(progress);
        },
      };
      try {
        const report = await rebuildProjection(rebuildOptions, sharedLoad);
        reports.push(report);
        if (!json) showReport(console, report);
      } catch (error) {
        if (signal.aborted) throw error;
        failures.push(createFailedRebuild(projection.name, error, isSwapping));
      }
    },
  );
  if (json) {
    const orderedReports = selectedProjections.flatMap(({ name }) =>
      reports.filter(({ projection }) => projection === name),
    );
    const isEqual = failures.length === 0 && reports.every((report) => report.equal);
    console.print(JSON.stringify({ equal: isEqual, projections: orderedReports, failures }));
  }
  if (failures.length > 0) {
    const rebuiltNames = reports.map(({ projection }) => projection);
    throw new CommandFailed(describeFailedRebuilds(failures, rebuiltNames));
  }
  return reports.every(({ equal: isEqual, isDifferenceExpected }) => isEqual || isDifferenceExpected) ? 0 : 1;
}

function formatProgress({ projection, phase, position, head, rate, secondsLeft }: RebuildProgress): string {
  const share = head > 0 ? Math.min(100, Math.floor((position * 100) / head)) : 100;
  const remainingTime = secondsLeft === null ? '' : `, ${Math.ceil(secondsLeft)} s left`;
  return `${projection}: ${phase} ${share} %, ${rate} events/s${remainingTime}`;
}

function showReport(console: Console, report: RebuildReport): void {
  const { projection, position, resumedFrom, seconds, rate, comparedAt, isDifferenceExpected } = report;
  const resumeNote = resumedFrom > 0 ? ` (resumed at ${resumedFrom})` : '';
  console.print(
    `${projection}: rebuilt up to ${position}${resumeNote} in ${seconds.toFixed(1)} s, ${rate} events/s`,
  );
  if (comparedAt === null) console.print('  nothing to compare with');
  for (const { table, live, rebuilt, equal: isEqual } of report.tables)
    console.print(
      `  ${table}: ${live.rows} rows, ${isEqual ? 'equal' : `${rebuilt.rows} rebuilt, NOT equal`} at ${comparedAt}`,
    );
  if (!report.equal)
    console.print(
      isDifferenceExpected
        ? '  rows that an older version projected differently:'
        : '  differing rows (the rebuilt ones are now in use):',
    );
  for (const difference of report.differences) console.print(`    ${formatDifference(difference)}`);
}

const formatDifference = ({ table, key, live, rebuilt }: Difference): string => {
  if (!live) return `${table} ${key}: was missing`;
  if (!rebuilt) return `${table} ${key}: should not be there`;
  return `${table} ${key}: was ${JSON.stringify(live)}, is ${JSON.stringify(rebuilt)}`;
};
