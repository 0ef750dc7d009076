import { Option } from 'commander';
import type { System } from '../../adapters/compose.ts';
import { isUuid } from '../../domain/kernel/ids.ts';
import { EXPORT_FORMATS, type ExportFormat, formatEntries } from '../../domain/ledger/export/format.ts';
import { allEntries, type EntryFilter, type UnnamedEntry } from '../../projections/ledger/journal/query.ts';
import { type AddCommand, type CommonOptions, withCommonOptions } from './command.ts';
import { CommandFailed, type Console } from './console.ts';
import { instantOption } from './instant-option.ts';
import { profileOf } from './profile.ts';

interface LedgerOptions extends CommonOptions {
  readonly account?: string;
  readonly crowdfunding?: string;
  readonly profile?: string;
  readonly from?: string;
  readonly to?: string;
  readonly format: ExportFormat | 'table';
}

const FORMATS = ['table', ...EXPORT_FORMATS];

export const addLedger: AddCommand = (program, { console, signal, withSystem }) => {
  withCommonOptions(program.command('ledger'))
    .summary('Prints or exports journal entries')
    .description(
      'Prints or exports journal entries, oldest first. The output is streamed, so it needs little memory for any number\n' +
        'of entries. --from is inclusive, --to exclusive; a day starts at midnight UTC. --json equals --format ndjson.',
    )
    .option('--account <account>', 'only entries of this ledger account, such as suspense or wallet:0192…')
    .option('--crowdfunding <id>', 'only entries of this campaign')
    .option('--profile <nickname>', 'only entries about this profile’s wallet or debt, by nickname or id')
    .option('--from <time>', 'only entries since this day or time')
    .option('--to <time>', 'only entries before this day or time')
    .addOption(new Option('--format <format>', 'output format').choices(FORMATS).default('table'))
    .action((options: LedgerOptions) =>
      withSystem((system) => printLedger(system, console, options, signal)),
    );
};

async function printLedger(
  system: System,
  console: Console,
  options: LedgerOptions,
  signal: AbortSignal,
): Promise<number> {
  const entries = allEntries(system.pool, await filterOf(system, options));
  const format = options.json ? 'ndjson' : options.format;
  const chunks = format === 'table' ? tableOf(entries) : formatEntries(format, entries);
  for await (const chunk of chunks) {
    if (signal.aborted) break;
    await console.write(chunk);
  }
  return 0;
}

async function filterOf(system: System, options: LedgerOptions): Promise<EntryFilter> {
  const { account, crowdfunding, profile, from, to } = options;
  if (crowdfunding !== undefined && !isUuid(crowdfunding.toLowerCase()))
    throw new CommandFailed(`--crowdfunding must be a campaign id, not "${crowdfunding}".`);
  return {
    account,
    crowdfundingId: crowdfunding?.toLowerCase(),
    accountId: profile === undefined ? undefined : (await profileOf(system, profile)).id,
    from: instantOption('--from', from),
    to: instantOption('--to', to),
  };
}

/** Column widths in characters; fixed, because the output is streamed. */
const POSITION = 9;
const TIME = 24;
const TYPE = 18;
const ACCOUNT = 48;
const AMOUNT = 12;

const lineOf = (...[position, time, type, account, debit, credit]: readonly string[]): string =>
  [
    position?.padStart(POSITION),
    time?.padEnd(TIME),
    type?.padEnd(TYPE),
    account?.padEnd(ACCOUNT),
    debit?.padStart(AMOUNT),
    credit?.padStart(AMOUNT),
  ]
    .join('  ')
    .trimEnd();

const amount = (coins: number): string => (coins === 0 ? '' : String(coins));

const textOf = ({ position, dateTime, type, postings }: UnnamedEntry): string =>
  postings
    .map(({ account, debit, credit }, line) => {
      const head = line === 0 ? [String(position), dateTime, type] : ['', '', ''];
      return `${lineOf(...head, account, amount(debit), amount(credit))}\n`;
    })
    .join('');

async function* tableOf(entries: AsyncIterable<UnnamedEntry>): AsyncGenerator<string, void, undefined> {
  yield `${lineOf('position', 'time', 'entry', 'account', 'debit', 'credit')}\n`;
  for await (const entry of entries) yield textOf(entry);
}
