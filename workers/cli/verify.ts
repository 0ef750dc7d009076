import type { System } from '../../adapters/compose.ts';
import { isUuid } from '../../domain/kernel/ids.ts';
import { findCrowdfundingById } from '../../projections/crowdfunding/crowdfundings/query.ts';
import { createLogView, getProjectionStatuses } from '../../projections/engine/query.ts';
import { projections } from '../../projections/registry.ts';
import { type AddCommand, type CommonOptions, withCommonOptions } from './command.ts';
import { CommandFailed, type Console } from './console.ts';
import { checkAgainstLog } from './verify/against-log.ts';
import { checkChains } from './verify/chains.ts';
import { checkCoinTrail } from './verify/coin-trail.ts';
import { findLagProblems } from './verify/lag.ts';
import { MAX_PROBLEMS, type Problem } from './verify/problem.ts';
import { showProblems } from './verify/show-problems.ts';
import { verifyAnchor } from './verify-anchor.ts';

interface Verification {
  readonly ok: boolean;
  /** Head of the log when the verification started. */
  readonly position: number;
  readonly checked: Readonly<Record<string, number>>;
  readonly problems: readonly Problem[];
}

interface VerifyOptions extends CommonOptions {
  readonly crowdfunding?: string;
  readonly anchor?: string;
  readonly publicKey?: string;
}

/** Adds `kindra verify`, which checks the read models and the hash chains against the log. */
export const addVerify: AddCommand = (program, { console, signal, withSystem }) => {
  withCommonOptions(program.command('verify'))
    .summary('Verifies the log, and the read models against it')
    .description(
      'Recomputes everything from the log and compares it with the read models. Audits every movement of coins and every ' +
        'coin trail, and verifies the hash chain of every stream if the log is in PostgreSQL. Exits with status 1 if there ' +
        'are problems, or if a read model is stopped by an error or far behind and not catching up.\n' +
        'It compares amounts, counters, states and relationships. It does not compare most texts and times, such as the names of ' +
        'profiles and the contents of messages; kindra replay compares every column.\n' +
        '--crowdfunding recomputes only the coin trail of that campaign and compares it with the public one.\n' +
        '--anchor verifies only the log: its hash chains, and its stream heads against a file created by kindra anchor write.',
    )
    .option('--crowdfunding <id>', 'only the coin trail of this campaign')
    .option('--anchor <file>', 'only the log, against this file created by kindra anchor write')
    .option(
      '--public-key <key>',
      'the key that must have signed the anchor; default: that of ANCHOR_KEY_FILE',
    )
    .action((options: VerifyOptions) => {
      if (options.publicKey !== undefined && options.anchor === undefined)
        throw new CommandFailed('--public-key requires --anchor.');
      return withSystem(async (system) => {
        if (options.anchor !== undefined)
          return verifyAnchor(system, console, options.anchor, options, signal);
        if (options.crowdfunding !== undefined)
          return verifyTrail(system, console, options.crowdfunding.toLowerCase(), options, signal);
        const verification = await verify(system, console, signal);
        if (options.json) console.print(JSON.stringify(verification));
        else showVerification(console, verification);
        return verification.ok ? 0 : 1;
      });
    });
};

async function verify(
  { settings, pool, rawLog }: System,
  console: Console,
  signal: AbortSignal,
): Promise<Verification> {
  const head = await rawLog.head();
  const total = rawLog.hasCountablePositions ? ` of ${head}` : '';
  const createCountReporter = (itemName: string) => (count: number) => {
    signal.throwIfAborted();
    console.showProgress(`${itemName}: ${count}${total} events`);
  };
  const chainsPromise = settings.eventStoreUrl
    ? Promise.resolve(null)
    : checkChains(pool, createCountReporter('hash chains'));
  const [chains, log] = await Promise.all([
    chainsPromise,
    checkAgainstLog(pool, rawLog, createCountReporter('recounting'), chainsPromise, signal),
  ]);
  const { events, ...otherCounts } = log.checked;
  const statuses = await getProjectionStatuses(pool, projections, () => createLogView(rawLog, log.position));
  const lagProblems = findLagProblems(statuses, log.position);
  const problems = [...lagProblems, ...(chains?.problems ?? []), ...log.problems];
  return {
    ok: problems.length === 0,
    position: log.position,
    checked: { events, streams: chains?.streams ?? 0, hashes: chains?.events ?? 0, ...otherCounts },
    problems: problems.slice(0, MAX_PROBLEMS),
  };
}

const separateWords = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

function showVerification(console: Console, { position, checked, problems }: Verification): void {
  const counts = Object.entries(checked).map(([itemName, count]) => `${count} ${separateWords(itemName)}`);
  console.print(`Verified up to ${position}: ${counts.join(', ')}.`);
  showProblems(console, problems);
}

async function verifyTrail(
  { pool, rawLog }: System,
  console: Console,
  id: string,
  { json }: CommonOptions,
  signal: AbortSignal,
): Promise<number> {
  if (!isUuid(id) || !(await findCrowdfundingById(pool, null, id)))
    throw new CommandFailed(`There is no campaign with id ${id}.`);
  const head = await rawLog.head();
  const reportPosition = (position: number) => {
    signal.throwIfAborted();
    console.showProgress(`coin trail: ${Math.floor((position * 100) / Math.max(head, 1))} %`);
  };
  const { position, end, problems } = await checkCoinTrail(pool, rawLog, id, reportPosition);
  const { sequence: lines, total: held, hash } = end;
  const ok = problems.length === 0;
  if (json)
    console.print(JSON.stringify({ ok, position, crowdfundingId: id, lines, held, head: hash, problems }));
  else {
    console.print(
      `Verified up to ${position}: ${lines} lines, ${held} coins held.\nHash of the last line: ${hash}`,
    );
    showProblems(console, problems);
  }
  return ok ? 0 : 1;
}
