import type { System } from '../../adapters/compose.ts';
import { type AddCommand, type CommonOptions, withCommonOptions } from './command.ts';
import { type Console, table } from './console.ts';
import { checkChains } from './verify/chains.ts';
import { checkLedger } from './verify/ledger.ts';
import { MOST_PROBLEMS, type Problem } from './verify/problem.ts';
import { checkReadModels } from './verify/read-models.ts';

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

export const addVerify: AddCommand = (program, { console, withSystem }) => {
  withCommonOptions(program.command('verify'))
    .summary('Checks the log, and the read models against it')
    .description(
      'Counts everything anew from the log and compares it with the read models; audits every movement of coins;\n' +
        'checks the chain of hashes of every stream, where the log is kept in PostgreSQL. Ends with status 1 when\n' +
        'anything is wrong.',
    )
    .action((options: CommonOptions) =>
      withSystem(async (system) => {
        const verification = await verify(system, console);
        if (options.json) console.print(JSON.stringify(verification));
        else show(console, verification);
        return verification.ok ? 0 : 1;
      }),
    );
};

async function verify({ settings, pool, rawLog }: System, console: Console): Promise<Verification> {
  const position = await rawLog.head();
  const tell = (what: string) => (count: number) =>
    console.progress(`${what}: ${count} of ${position} events`);
  const chains = settings.eventStoreUrl ? null : await checkChains(pool, tell('hash chains'));
  const models = await checkReadModels(pool, rawLog, tell('recounting'));
  const ledger = await checkLedger(pool, rawLog, position, tell('auditing the ledger'));
  const problems = [...(chains?.problems ?? []), ...models.problems, ...ledger.problems];
  const { events, profiles, posts, follows } = models;
  const { entries, wallets, campaigns } = ledger;
  return {
    ok: problems.length === 0,
    position,
    checked: {
      events,
      streams: chains?.streams ?? 0,
      hashes: chains?.events ?? 0,
      profiles,
      posts,
      follows,
      entries,
      wallets,
      campaigns,
    },
    problems: problems.slice(0, MOST_PROBLEMS),
  };
}

function show(console: Console, { ok, position, checked, problems }: Verification): void {
  const counts = Object.entries(checked).map(([what, count]) => `${count} ${what}`);
  console.print(`Verified up to ${position}: ${counts.join(', ')}.`);
  if (ok) console.print('All is well.');
  else showProblems(console, problems);
}

function showProblems(console: Console, problems: readonly Problem[]): void {
  const text = (value: unknown): string =>
    typeof value === 'object' ? JSON.stringify(value) : String(value);
  const rows = problems.map(({ kind, subject, expected, actual }) => [
    kind,
    subject,
    text(expected),
    text(actual),
  ]);
  const most = problems.length === MOST_PROBLEMS ? 'At least ' : '';
  console.print(`${most}${problems.length} ${problems.length === 1 ? 'problem' : 'problems'}:\n`);
  console.print(table(['kind', 'subject', 'expected', 'actual'], rows));
}
