import { existsSync } from 'node:fs';
import { loadOrCreateKey } from '../../adapters/anchor/key.ts';
import { createPostgresStreamHeadReader } from '../../adapters/anchor/postgres-stream-head-reader.ts';
import { createStreamHeadReader, type StreamHeadReader } from '../../adapters/anchor/stream-head-reader.ts';
import { writeAnchor } from '../../adapters/anchor/write.ts';
import type { System } from '../../adapters/compose.ts';
import { type AddCommand, type CommonOptions, withCommonOptions } from './command.ts';
import type { Console } from './console.ts';
import { chooseOutputFile } from './file-argument.ts';

/** Adds `kindra anchor write`, which writes signed stream heads to a file. */
export const addAnchor: AddCommand = (program, { console, signal, withSystem }) => {
  const anchor = program
    .command('anchor')
    .summary('Writes signed stream heads for kindra verify --anchor')
    .description('Writes signed stream heads, with which kindra verify --anchor detects lost events.');
  withCommonOptions(anchor.command('write'))
    .summary('Writes all stream heads to a signed file')
    .description(
      'Writes the last revision and hash of each stream to a file, signed with the Ed25519 key of ANCHOR_KEY_FILE, ' +
        'which is created on first use. Store the file and the public key where nobody with write access to the database ' +
        'can change them. EventStoreDB has no hashes: the file then contains the ids of the last events, which prove ' +
        'where streams end, but not the content of earlier events.',
    )
    .argument('<file>', 'the file to write')
    .action((file: string, options: CommonOptions) =>
      withSystem(async (system) => {
        const path = await chooseOutputFile({ console, signal }, options, file);
        return writeLogAnchor(system, console, path, options, signal);
      }),
    );
};

/** Returns a reader for the stream heads in the configured log. */
export const getStreamHeadReader = ({ settings, pool, rawLog }: System): StreamHeadReader =>
  settings.eventStoreUrl ? createStreamHeadReader(rawLog) : createPostgresStreamHeadReader(pool);

async function writeLogAnchor(
  system: System,
  console: Console,
  file: string,
  { json }: CommonOptions,
  signal: AbortSignal,
): Promise<number> {
  const { settings, rawLog, clock } = system;
  const isNew = !existsSync(settings.anchorKeyFile);
  const key = await loadOrCreateKey(settings.anchorKeyFile);
  const position = await rawLog.head();
  const header = {
    kindra: 'anchor',
    version: 1,
    createdAt: clock.now(),
    log: settings.eventStoreUrl ? 'eventstore' : 'postgres',
    position,
  } as const;
  let streamCount = 0;
  async function* readAndCountHeads() {
    for await (const page of getStreamHeadReader(system).readAll()) {
      signal.throwIfAborted();
      streamCount += page.length;
      console.showProgress(`${streamCount} streams`);
      yield page;
    }
  }
  const { streams, sha256 } = await writeAnchor(file, header, readAndCountHeads(), key);
  const { publicKey } = key;
  if (json) console.print(JSON.stringify({ file, position, streams, sha256, publicKey }));
  else {
    console.print(`${file}: heads of ${streams} streams, up to position ${position} at least.`);
    console.print(`SHA-256 ${sha256}\nPublic key ${publicKey}`);
    if (isNew) console.print(`The private key was created in ${settings.anchorKeyFile}. Keep a copy of it.`);
  }
  return 0;
}
