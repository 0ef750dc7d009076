import pg from 'pg';
import { checkFile } from '../../adapters/backup/read.ts';
import {
  checkTarget,
  type RestoreOptions,
  type RestoreReport,
  restoreBackup,
} from '../../adapters/backup/restore.ts';
import type { System } from '../../adapters/compose.ts';
import { forEachConcurrently } from '../../common/for-each-concurrently.ts';
import { RebuildInterrupted, type RebuildProgress } from '../../projections/engine/rebuild/rebuild.ts';
import { runSharedLoad } from '../../projections/engine/rebuild/shared-load.ts';
import { CONCURRENT_REBUILDS, rebuildProjection } from '../../projections/rebuild.ts';
import { projections } from '../../projections/registry.ts';
import { type AddCommand, type CommonOptions, confirm, withCommonOptions } from './command.ts';
import { CommandFailed, type Console, formatTable } from './console.ts';
import { resolveInputFile } from './file-argument.ts';
import { checkChains } from './verify/chains.ts';
import type { Problem } from './verify/problem.ts';

/** Adds `kindra restore`, which restores a backup into an empty system. */
export const addRestore: AddCommand = (program, { console, signal, withSystem }) => {
  withCommonOptions(program.command('restore'))
    .summary('Restores a backup into an empty system')
    .description(
      'Restores the log and the private data of a backup into an empty system, then rebuilds the read models and verifies ' +
        'the hash chains. The checksum of the file is verified first, and everything is restored or nothing. Accounts ' +
        'erased since the backup exist again: erase them again. Sessions are not restored, so everybody must log in again. ' +
        'A system with demo data is not empty: use `npm start -- --empty`, or restore before the first start. ' +
        'Exits with status 1 if a hash chain is invalid.',
    )
    .argument('<file>', 'a file created by kindra backup')
    .action(async (file: string, options: CommonOptions) => {
      const path = await resolveInputFile(file, 'a file created by kindra backup');
      await withSystem((system) => restore(system, console, path, options, signal), { canCreate: true });
    });
};

const REBUILD_STOPPED =
  'The backup is restored, but rebuilding the read models was stopped. Start the workers or run kindra replay --all: ' +
  'they resume it. This command would refuse, because the system is no longer empty.';

async function restore(
  system: System,
  console: Console,
  path: string,
  options: CommonOptions,
  signal: AbortSignal,
): Promise<number> {
  const { pool, rawLog, settings, ownerUrl } = system;
  const file = await checkFile(path, (share) =>
    console.showProgress(`checking the file: ${Math.floor(share * 100)} %`),
  );
  // Restoring inserts events directly, which only the table's owner is allowed to do.
  const owner = new pg.Pool({ connectionString: ownerUrl, max: 1 });
  const restoreOptions: RestoreOptions = {
    pool: owner,
    rawLog,
    isLogExternal: settings.eventStoreUrl !== undefined,
    file,
    signal,
    onProgress: (name, rows) => console.showProgress(`${name}: ${rows} rows`),
  };
  const report = await restoreAfterConfirmation(restoreOptions, (question) =>
    confirm({ console, signal }, options, question),
  ).finally(() => owner.end());
  await rebuildReadModels(system, console, signal).catch((error: unknown) => {
    throw error instanceof RebuildInterrupted ? new CommandFailed(REBUILD_STOPPED) : error;
  });
  const { events = 0, problems = [] } = settings.eventStoreUrl
    ? {}
    : await checkChains(pool, (count) => console.showProgress(`hash chains: ${count} events`));
  const ok = problems.length === 0;
  const { rows, header } = report;
  const { createdAt } = header;
  if (options.json)
    console.print(
      JSON.stringify({ ok, createdAt, position: report.position, rows, hashes: events, problems }),
    );
  else {
    console.print(
      `Restored the backup of ${createdAt}: ${rows['log.events'] ?? 0} events up to position ${report.position}, ` +
        `private data of ${rows['private.accounts'] ?? 0} accounts. The read models were rebuilt.`,
    );
    showChains(console, events, problems);
  }
  return ok ? 0 : 1;
}

async function restoreAfterConfirmation(
  restoreOptions: RestoreOptions,
  ask: (question: string) => Promise<void>,
): Promise<RestoreReport> {
  const { createdAt, position } = await checkTarget(restoreOptions);
  await ask(`Restore the backup of ${createdAt}, up to position ${position}?`);
  return restoreBackup(restoreOptions);
}

async function rebuildReadModels(
  { log, pool }: System,
  console: Console,
  signal: AbortSignal,
): Promise<void> {
  const onProgress = ({ projection, phase }: RebuildProgress): void =>
    console.showProgress(`${projection}: ${phase}`);
  await runSharedLoad({ log, pool, projections, signal, onProgress });
  await forEachConcurrently(projections, CONCURRENT_REBUILDS, (projection) =>
    rebuildProjection({ log, pool, projection, signal, onProgress }),
  );
}

function showChains(console: Console, events: number, problems: readonly Problem[]): void {
  if (problems.length === 0) {
    if (events > 0) console.print(`All ${events} hashes are valid.`);
    return;
  }
  console.print(`The backup was made from a log that had been altered: ${problems.length} problems.\n`);
  const rows = problems.map(({ kind, subject, actual }) => [kind, subject, String(actual)]);
  console.print(formatTable(['kind', 'subject', 'actual'], rows));
}
