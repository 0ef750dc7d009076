import { readKey } from '../../adapters/anchor/key.ts';
import { openAnchor } from '../../adapters/anchor/read.ts';
import type { System } from '../../adapters/compose.ts';
import { getStreamHeadReader } from './anchor.ts';
import type { CommonOptions } from './command.ts';
import { CommandFailed, type Console } from './console.ts';
import { resolveInputFile } from './file-argument.ts';
import { checkAnchor } from './verify/anchor.ts';
import { checkChains } from './verify/chains.ts';
import { MAX_PROBLEMS } from './verify/problem.ts';
import { showProblems } from './verify/show-problems.ts';

interface AnchorOptions extends CommonOptions {
  readonly publicKey?: string;
}

/** Verifies only the log: its hash chains, and its stream heads against an anchor. */
export async function verifyAnchor(
  system: System,
  console: Console,
  file: string,
  { json, publicKey }: AnchorOptions,
  signal: AbortSignal,
): Promise<number> {
  const { settings, pool, rawLog } = system;
  const path = await resolveInputFile(file, 'a file created by kindra anchor write');
  const anchor = await openAnchor(path, publicKey ?? (await readOwnKey(settings.anchorKeyFile)));
  const logKind = settings.eventStoreUrl ? 'eventstore' : 'postgres';
  if (anchor.header.log !== logKind)
    throw new CommandFailed(`${file} belongs to a log in ${anchor.header.log}; this log is in ${logKind}.`);
  const position = await rawLog.head();
  const createProgressReporter = (itemName: string) => (count: number) => {
    signal.throwIfAborted();
    console.showProgress(`${itemName}: ${count}`);
  };
  const chains = settings.eventStoreUrl
    ? { events: 0, problems: [] }
    : await checkChains(pool, createProgressReporter('hash chains'));
  const { streams, problems: headProblems } = await checkAnchor(
    getStreamHeadReader(system),
    anchor,
    createProgressReporter('anchored streams'),
  );
  const problems = [...headProblems, ...chains.problems].slice(0, MAX_PROBLEMS);
  const ok = problems.length === 0;
  const { createdAt } = anchor.header;
  if (json) {
    const checkedCounts = { streams, hashes: chains.events };
    console.print(JSON.stringify({ ok, position, createdAt, checked: checkedCounts, problems }));
  } else {
    console.print(
      `Verified against the anchor of ${createdAt}: ${streams} streams, ${chains.events} hashes.`,
    );
    showProblems(console, problems);
  }
  return ok ? 0 : 1;
}

/** Reads this system's public key. Without an expected key, an anchor signed by anybody would be accepted. */
async function readOwnKey(file: string): Promise<string> {
  const key = await readKey(file);
  if (key) return key.publicKey;
  throw new CommandFailed(
    `There is no key to verify with: ${file} does not exist. Add --public-key or set ANCHOR_KEY_FILE.`,
  );
}
