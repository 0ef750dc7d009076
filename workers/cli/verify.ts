import type { System } from '../../adapters/compose.ts';
import { isUuid } from '../../domain/kernel/ids.ts';
import { crowdfundingById } from '../../projections/crowdfunding/crowdfundings/query.ts';
import { projectionStatuses, viewLog } from '../../projections/engine/query.ts';
import { projections } from '../../projections/registry.ts';
import { type AddCommand, type CommonOptions, withCommonOptions } from './command.ts';
import { CommandFailed, type Console } from './console.ts';
import { checkAgainstLog } from './verify/against-log.ts';
import { problemsOfLag } from './verify/behind.ts';
import { checkChainsBeside } from './verify/chains-thread.ts';
import { checkCoinTrail } from './verify/coin-trail.ts';
import { MOST_PROBLEMS, type Problem } from './verify/problem.ts';
import { showProblems } from './verify/show.ts';
import { verifyAnchor } from './verify-anchor.ts';

/** What was verified. */
interface Verification {
  readonly ok: boolean;
  /** Where the log ended when it began. */
  readonly position: number;
  /** How much was looked at, by kind. */
  readonly checked: Readonly<Record<string, number>>;
  /** At most 1,000. */
  readonly problems: readonly Problem[];
}

interface VerifyOptions extends CommonOptions {
  readonly crowdfunding?: string;
  readonly anchor?: string;
  readonly publicKey?: string;
}

export const addVerify: AddCommand = (program, { console, signal, withSystem }) => {
  withCommonOptions(program.command('verify'))
    .summary('Checks the log, and the read models against it')
    .description(
      'Counts everything anew from the log and compares it with the read models; audits every movement of coins and\n' +
        'every coin trail; checks the chain of hashes of every stream, where the log is kept in PostgreSQL. Ends with\n' +
        'status 1 when anything is wrong, an error stops a read model, or one is far behind and does not come up. With --crowdfunding only\n' +
        'the coin trail of that campaign is computed again from the log, and compared with the one that everybody sees. With --anchor\n' +
        'only the log is checked: its chains of hashes, and the ends of its streams against a file of kindra anchor write.',
    )
    .option('--crowdfunding <id>', 'only the coin trail of this campaign')
    .option('--anchor <file>', 'only the log, against this file of kindra anchor write')
    .option(
      '--public-key <key>',
      'the key that must have signed the anchor; that of ANCHOR_KEY_FILE by default',
    )
    .action((options: VerifyOptions) => {
      if (options.publicKey !== undefined && options.anchor === undefined)
        throw new CommandFailed('--public-key is for --anchor.');
      return withSystem(async (system) => {
        if (options.anchor !== undefined)
          return verifyAnchor(system, console, options.anchor, options, signal);
        if (options.crowdfunding !== undefined)
          return verifyTrail(system, console, options.crowdfunding.toLowerCase(), options, signal);
        const verification = await verify(system, console, signal);
        if (options.json) console.print(JSON.stringify(verification));
        else show(console, verification);
        return verification.ok ? 0 : 1;
      });
    });
};

async function verify(
  { settings, databaseUrl, pool, rawLog }: System,
  console: Console,
  signal: AbortSignal,
): Promise<Verification> {
  const head = await rawLog.head();
  const total = rawLog.hasCountablePositions ? ` of ${head}` : '';
  const tell = (what: string) => (count: number) => console.progress(`${what}: ${count}${total} events`);
  const [chains, log] = await Promise.all([
    settings.eventStoreUrl ? null : checkChainsBeside(databaseUrl, tell('hash chains'), signal),
    checkAgainstLog(pool, rawLog, tell('recounting'), signal),
  ]);
  const { events, ...others } = log.checked;
  const statuses = await projectionStatuses(pool, projections, () => viewLog(rawLog, log.position));
  const behind = problemsOfLag(statuses, log.position);
  const problems = [...behind, ...(chains?.problems ?? []), ...log.problems];
  return {
    ok: problems.length === 0,
    position: log.position,
    checked: { events, streams: chains?.streams ?? 0, hashes: chains?.events ?? 0, ...others },
    problems: problems.slice(0, MOST_PROBLEMS),
  };
}

/** Names of counts are written as one word where machines read them. */
const inWords = (name: string): string => name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

function show(console: Console, { ok, position, checked, problems }: Verification): void {
  const counts = Object.entries(checked).map(([what, count]) => `${count} ${inWords(what)}`);
  console.print(`Verified up to ${position}: ${counts.join(', ')}.`);
  if (ok) console.print('All is well.');
  else showProblems(console, problems);
}

async function verifyTrail(
  { pool, rawLog }: System,
  console: Console,
  id: string,
  { json }: CommonOptions,
  signal: AbortSignal,
): Promise<number> {
  if (!isUuid(id) || !(await crowdfundingById(pool, null, id)))
    throw new CommandFailed(`There is no campaign with the id ${id}.`);
  const head = await rawLog.head();
  const tell = (position: number) => {
    signal.throwIfAborted();
    console.progress(`coin trail: ${Math.floor((position * 100) / Math.max(head, 1))} %`);
  };
  const { position, end, problems } = await checkCoinTrail(pool, rawLog, id, tell);
  const { sequence: lines, total: held, hash } = end;
  const ok = problems.length === 0;
  if (json)
    console.print(JSON.stringify({ ok, position, crowdfundingId: id, lines, held, head: hash, problems }));
  else {
    console.print(
      `Verified up to ${position}: ${lines} lines, ${held} coins held.\nHash of the last line: ${hash}`,
    );
    if (ok) console.print('All is well.');
    else showProblems(console, problems);
  }
  return ok ? 0 : 1;
}
