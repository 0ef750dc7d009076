import { writeBackup } from '../../adapters/backup/write.ts';
import type { System } from '../../adapters/compose.ts';
import { type AddCommand, type CommonOptions, withCommonOptions } from './command.ts';
import type { Console } from './console.ts';
import { chooseOutputFile } from './file-argument.ts';

/** Adds `kindra backup`, which writes the log and the private data to a file. */
export const addBackup: AddCommand = (program, { console, signal, withSystem }) => {
  withCommonOptions(program.command('backup'))
    .summary('Writes the log and the private data to a file')
    .description(
      'Writes a consistent snapshot of the log and the private data to one compressed file with a checksum, while the ' +
        'system runs. It does not contain read models, which are rebuilt from the log, nor TOKEN_SECRET and other settings, ' +
        'nor data of the payment provider. The file contains personal data and text keys unencrypted: only its owner can ' +
        'read it, and it should be stored encrypted. It is renamed to its final name when it is complete. If EVENTSTORE_URL is set, the ' +
        'log is read up to its current end and the private data afterwards, so that no text key is missing. ' +
        'Asks before it overwrites a file.',
    )
    .argument('<file>', 'the file to write')
    .action((file: string, options: CommonOptions) =>
      withSystem(async (system) => {
        const path = await chooseOutputFile({ console, signal }, options, file);
        return backUp(system, console, path, options, signal);
      }),
    );
};

async function backUp(
  { pool, rawLog, settings, clock }: System,
  console: Console,
  file: string,
  options: CommonOptions,
  signal: AbortSignal,
): Promise<number> {
  const startedAt = performance.now();
  const report = await writeBackup({
    pool,
    externalLog: settings.eventStoreUrl ? rawLog : null,
    file,
    now: clock.now(),
    signal,
    onProgress: (table, rows) => console.showProgress(`${table}: ${rows} rows`),
  });
  const seconds = (performance.now() - startedAt) / 1_000;
  if (options.json) {
    console.print(JSON.stringify({ ...report, seconds }));
    return 0;
  }
  const { bytes, sha256, position, rows } = report;
  const { 'log.events': events = 0, 'private.accounts': accounts = 0 } = rows;
  console.print(
    `${file}: ${events} events up to position ${position}, private data of ${accounts} accounts; ` +
      `${bytes} bytes in ${seconds.toFixed(1)} s.`,
  );
  console.print(`SHA-256 ${sha256}`);
  console.print('It contains unencrypted personal data and keys. Store it where only operators can read it.');
  return 0;
}
