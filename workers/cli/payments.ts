import type { System } from '../../adapters/compose.ts';
import { isAccountOf } from '../../domain/accounts/is-account.ts';
import type { Handler } from '../../domain/handle.ts';
import type { DomainEvent } from '../../domain/kernel/event.ts';
import { journalEntry } from '../../domain/ledger/journal.ts';
import { createPaymentBooks } from '../../domain/wallet/payments/payment-books.ts';
import { newSweepReport, type SweepFailure, type SweepReport, sweepPayments } from '../payments/sweep.ts';
import { type AddCommand, type CommonOptions, confirm, withCommonOptions } from './command.ts';
import { type Console, table } from './console.ts';
import { instantOption } from './instant-option.ts';

interface ReconcileOptions extends CommonOptions {
  readonly since?: string;
}

/** Something that the books lacked. */
interface Booking {
  readonly type: string;
  readonly paymentId: string | null;
  readonly accountId: string | null;
  readonly coins: number;
}

const BEGINNING = new Date(0).toISOString();
const VISIBLE_MS = 2_000;

export const addPayments: AddCommand = (program, { console, signal, withSystem }) => {
  const payments = program.command('payments').description('Looks after card payments');
  withCommonOptions(payments.command('reconcile'))
    .summary('Compares the provider’s payments with the ledger')
    .description(
      'Asks the provider for its payments, refunds and disputes, and books what the ledger lacks: each once, however\n' +
        'often it is run and whatever the system does meanwhile. Money that nobody started a payment for is set aside\n' +
        'in suspense once it is 15 minutes old. Ends with status 1 when a payment is in another currency than the euro, or could not\n' +
        'be booked; which ones is listed. Stopped half-way, it lists what it has booked.',
    )
    .option('--since <time>', 'only payments made, or told of, since this day or time')
    .action((options: ReconcileOptions) =>
      withSystem(async (system) => {
        const since = instantOption('--since', options.since) ?? BEGINNING;
        await confirm({ console, signal }, options, 'Book what the ledger lacks?');
        return reconcile(system, console, since, options, signal);
      }),
    );
};

/** A handler that notes what it has appended. */
function noting(handler: Handler, note: (events: readonly DomainEvent[], position: number) => void): Handler {
  return {
    ...handler,
    handle: async (decider, id, command, context) => {
      const handled = await handler.handle(decider, id, command, context);
      if (handled.accepted) note(handled.events, handled.position);
      return handled;
    },
  };
}

const bookingsOf = (event: DomainEvent): readonly Booking[] => {
  const entry = journalEntry(event);
  if (!entry) return [];
  const { type, paymentId, accountId, postings } = entry;
  return [{ type, paymentId, accountId, coins: postings.reduce((sum, { debit }) => sum + debit, 0) }];
};

async function reconcile(
  system: System,
  console: Console,
  since: string,
  { json }: CommonOptions,
  signal: AbortSignal,
): Promise<number> {
  const booked: Booking[] = [];
  let position = 0;
  let complete = false;
  const handler = noting(system.handler, (events, at) => {
    booked.push(...events.flatMap(bookingsOf));
    if (events.length > 0) position = Math.max(position, at);
  });
  const paymentBooks = createPaymentBooks({ ...system, handler, isAccount: isAccountOf(handler) });
  const report = newSweepReport();
  try {
    await sweepPayments({ ...system, paymentBooks }, since, { signal, report });
    complete = true;
  } finally {
    const visible = signal.aborted
      ? null
      : await system.progress.waitFor(['wallets', 'journal'], position, VISIBLE_MS);
    const result = { since, complete, ...report, booked, position, visible };
    if (json) console.print(JSON.stringify(result));
    else show(console, result);
  }
  return report.seen.foreign > 0 || report.failed > 0 ? 1 : 0;
}

/** What came of reconciling, whether or not it came to its end. */
interface Reconciled extends SweepReport {
  readonly complete: boolean;
  readonly booked: readonly Booking[];
  /** Null when nobody has looked. */
  readonly visible: boolean | null;
}

function show(console: Console, { complete, seen, failures, failed, booked, visible }: Reconciled): void {
  const counts = Object.entries(seen).map(([what, number]) => `${number} ${what}`);
  console.print(`Payments at the provider: ${counts.join(', ')}.`);
  if (complete && booked.length === 0) console.print('The ledger lacked nothing.');
  if (booked.length > 0) showBooked(console, booked);
  if (booked.length > 0 && visible === false) console.print('\nIt will show once the workers run.');
  if (failed > 0) showFailures(console, failures, failed);
  if (!complete) console.print('\nIt ended before all payments were looked at; run it again.');
}

function showBooked(console: Console, booked: readonly Booking[]): void {
  console.print(`The ledger lacked ${booked.length}; booked now:\n`);
  const rows = booked.map(({ type, paymentId, accountId, coins }) => [
    type,
    paymentId ?? '',
    accountId ?? 'suspense',
    coins,
  ]);
  console.print(table(['entry', 'payment', 'account', 'coins'], rows));
}

function showFailures(console: Console, failures: readonly SweepFailure[], failed: number): void {
  const first = failed > failures.length ? ` The first ${failures.length}:` : '';
  console.print(`\n${failed} could not be booked; run it again once the cause is mended.${first}\n`);
  const rows = failures.map(({ paymentId, message }) => [paymentId, message]);
  console.print(table(['payment', 'why'], rows));
}
