import { Option } from 'commander';
import type { System } from '../../adapters/compose.ts';
import { type CrowdfundingId, isUuid } from '../../domain/kernel/ids.ts';
import { isLedgerAccount, type LedgerAccount } from '../../domain/ledger/accounts.ts';
import { EXPORT_FORMATS, type ExportFormat, formatEntries } from '../../domain/ledger/export/format.ts';
import { findCrowdfundingById } from '../../projections/crowdfunding/crowdfundings/query.ts';
import {
  type EntryFilter,
  type EntryWithoutNames,
  iterateEntries,
} from '../../projections/ledger/journal/query.ts';
import { type AddCommand, type CommonOptions, withCommonOptions } from './command.ts';
import { CommandFailed, type Console } from './console.ts';
import { parseInstantOption } from './instant-option.ts';
import { requireProfile } from './require-profile.ts';

interface LedgerOptions extends CommonOptions {
  readonly account?: string;
  readonly crowdfunding?: string;
  readonly profile?: string;
  readonly from?: string;
  readonly to?: string;
  readonly format: ExportFormat | 'table';
}

const FORMATS = ['table', ...EXPORT_FORMATS];

/** Adds `kindra ledger`, which prints or exports journal entries. */
export const addLedger: AddCommand = (program, { console, signal, withSystem }) => {
  withCommonOptions(program.command('ledger'))
    .summary('Prints or exports journal entries')
    .description(
      'Prints or exports journal entries, oldest first. The output is streamed, so it needs little memory for any number ' +
        'of entries. --from is inclusive, --to exclusive; a day starts at midnight UTC. --json is the same as --format ndjson.',
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
  const entries = iterateEntries(system.pool, await toFilter(system, options));
  const format = options.json ? 'ndjson' : options.format;
  const chunks = format === 'table' ? formatTable(entries) : formatEntries(format, entries);
  for await (const chunk of chunks) {
    signal.throwIfAborted();
    await console.write(chunk);
  }
  return 0;
}

async function toFilter(system: System, options: LedgerOptions): Promise<EntryFilter> {
  const { crowdfunding, profile } = options;
  return {
    account: parseAccount(options.account),
    ...parseTimes(options),
    crowdfundingId: crowdfunding === undefined ? undefined : await requireCrowdfunding(system, crowdfunding),
    accountId: profile === undefined ? undefined : (await requireProfile(system, profile)).id,
  };
}

function parseAccount(text: string | undefined): LedgerAccount | undefined {
  const account = text?.toLowerCase();
  if (account === undefined || isLedgerAccount(account)) return account;
  throw new CommandFailed(
    `--account must be a ledger account, such as suspense or wallet:0192…, not "${text}".`,
  );
}

function parseTimes(options: LedgerOptions): Pick<EntryFilter, 'from' | 'to'> {
  const from = parseInstantOption('--from', options.from);
  const to = parseInstantOption('--to', options.to);
  if (from !== undefined && to !== undefined && from > to)
    throw new CommandFailed('--from must not be after --to.');
  return { from, to };
}

async function requireCrowdfunding({ pool }: System, text: string): Promise<CrowdfundingId> {
  const id = text.toLowerCase();
  if (!isUuid(id)) throw new CommandFailed(`--crowdfunding must be a campaign id, not "${text}".`);
  if (!(await findCrowdfundingById(pool, null, id)))
    throw new CommandFailed(`There is no campaign with id ${id}.`);
  return id;
}

/** The columns have fixed widths, because the output is streamed. */
const formatLine = (
  ...[position = '', time = '', type = '', account = '', debit = '', credit = '']: readonly string[]
): string =>
  [
    position.padStart(9),
    time.padEnd(24),
    type.padEnd(18),
    account.padEnd(48),
    debit.padStart(12),
    credit.padStart(12),
  ]
    .join('  ')
    .trimEnd();

const formatAmount = (coins: number): string => (coins === 0 ? '' : String(coins));

const formatEntry = ({ position, dateTime, type, postings }: EntryWithoutNames): string =>
  postings
    .map(({ account, debit, credit }, line) => {
      const leadingCells = line === 0 ? [String(position), dateTime, type] : ['', '', ''];
      return `${formatLine(...leadingCells, account, formatAmount(debit), formatAmount(credit))}\n`;
    })
    .join('');

async function* formatTable(
  entries: AsyncIterable<EntryWithoutNames>,
): AsyncGenerator<string, void, undefined> {
  yield `${formatLine('position', 'time', 'entry', 'account', 'debit', 'credit')}\n`;
  for await (const entry of entries) yield formatEntry(entry);
}
