import type { System } from '../../adapters/compose.ts';
import { createEventLogPaymentBooks } from '../../application/payment-books.ts';
import type { AcceptedCommand, Handler } from '../../domain/handle.ts';
import type { DomainEvent } from '../../domain/kernel/event.ts';
import { toJournalEntry } from '../../domain/ledger/journal.ts';
import { waitUntilVisible } from '../../projections/wait-until-visible.ts';
import { createSweepReport, type SweepFailure, type SweepReport, sweepPayments } from '../payments/sweep.ts';
import { type AddCommand, type CommonOptions, confirm, withCommonOptions } from './command.ts';
import { type Console, formatTable } from './console.ts';
import { parseInstantOption } from './instant-option.ts';

interface ReconcileOptions extends CommonOptions {
  readonly since?: string;
}

interface Booking {
  readonly type: string;
  readonly paymentId: string | null;
  readonly accountId: string | null;
  readonly coins: number;
}

const EPOCH = new Date(0).toISOString();
/** Adds `kindra payments reconcile`, which makes the bookings that the ledger lacks. */
export const addPayments: AddCommand = (program, { console, signal, withSystem }) => {
  const payments = program.command('payments').description('Manages card payments');
  withCommonOptions(payments.command('reconcile'))
    .summary('Compares the provider’s payments with the ledger')
    .description(
      'Reads payments, refunds and disputes from the provider and makes missing bookings in the ledger. Repeating it is ' +
        'harmless, also while the system runs. Money without a known payment is booked to suspense after 15 minutes. ' +
        'Exits with status 1 if a payment could not be booked, or is not in euro and not completely refunded, and lists ' +
        'those payments. ' +
        'If stopped, it lists the bookings made so far.',
    )
    .option('--since <time>', 'only payments created or changed since this day or time')
    .action((options: ReconcileOptions) =>
      withSystem(async (system) => {
        const since = parseInstantOption('--since', options.since) ?? EPOCH;
        await confirm({ console, signal }, options, 'Make missing bookings?');
        return reconcile(system, console, since, options, signal);
      }),
    );
};

function reportAppends(
  handler: Handler,
  onAccepted: (acceptedCommand: AcceptedCommand<unknown, DomainEvent>) => void,
): Handler {
  return {
    ...handler,
    handle: async (decider, id, command, context) => {
      const commandResult = await handler.handle(decider, id, command, context);
      if (commandResult.accepted && commandResult.events.length > 0) onAccepted(commandResult);
      return commandResult;
    },
  };
}

const toBookings = (event: DomainEvent): readonly Booking[] => {
  const entry = toJournalEntry(event);
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
  const bookings: Booking[] = [];
  const eventTypes = new Set<string>();
  let position = 0;
  let isComplete = false;
  const handler = reportAppends(system.handler, (accepted) => {
    bookings.push(...accepted.events.flatMap(toBookings));
    for (const type of accepted.eventTypes) eventTypes.add(type);
    position = Math.max(position, accepted.position);
  });
  const paymentBooks = createEventLogPaymentBooks({ ...system, handler });
  const report = createSweepReport();
  try {
    await sweepPayments({ ...system, paymentBooks }, since, { signal, report });
    isComplete = true;
  } finally {
    const areBookingsVisible = signal.aborted
      ? null
      : await waitUntilVisible(system.progress, [{ eventTypes: [...eventTypes], position }]);
    const result = {
      since,
      complete: isComplete,
      ...report,
      booked: bookings,
      position,
      visible: areBookingsVisible,
    };
    if (json) console.print(JSON.stringify(result));
    else showReport(console, result);
  }
  return report.foreignHeld > 0 || report.failed > 0 ? 1 : 0;
}

interface ReconcileReport extends SweepReport {
  readonly complete: boolean;
  readonly booked: readonly Booking[];
  /** Whether the read models show the bookings; null if nothing was booked. */
  readonly visible: boolean | null;
}

function showReport(
  console: Console,
  { complete, seen, failures, failed, foreign, foreignHeld, booked, visible }: ReconcileReport,
): void {
  const counts = Object.entries(seen).map(([outcome, count]) => `${count} ${outcome}`);
  console.print(`Payments at the provider: ${counts.join(', ')}.`);
  if (complete && booked.length === 0) console.print('No bookings were missing.');
  if (booked.length > 0) showBookings(console, booked);
  if (booked.length > 0 && visible === false)
    console.print('\nThe bookings become visible when workers run.');
  if (foreign.length > 0) showForeign(console, foreign, foreignHeld);
  if (failed > 0) showFailures(console, failures, failed);
  if (!complete) console.print('\nThe command ended before all payments were checked. Repeat it.');
}

function showBookings(console: Console, bookings: readonly Booking[]): void {
  console.print(`${bookings.length} missing bookings were made:\n`);
  const rows = bookings.map(({ type, paymentId, accountId, coins }) => [
    type,
    paymentId ?? '',
    accountId ?? 'suspense',
    coins,
  ]);
  console.print(formatTable(['entry', 'payment', 'account', 'coins'], rows));
}

const formatListHeading = (items: readonly unknown[], count: number): string =>
  count > items.length ? ` The first ${items.length}:` : '';

function showForeign(console: Console, paymentIds: readonly string[], count: number): void {
  const listHeading = formatListHeading(paymentIds, count);
  console.print(
    `\n${count} not in euro and not completely refunded. Refund the rest at the provider.${listHeading}\n`,
  );
  const rows = paymentIds.map((paymentId) => [paymentId]);
  console.print(formatTable(['payment'], rows));
}

function showFailures(console: Console, failures: readonly SweepFailure[], failed: number): void {
  const listHeading = formatListHeading(failures, failed);
  console.print(`\n${failed} could not be booked. Fix the cause and repeat the command.${listHeading}\n`);
  const rows = failures.map(({ paymentId, message }) => [paymentId, message]);
  console.print(formatTable(['payment', 'why'], rows));
}
