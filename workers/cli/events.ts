import { Option } from 'commander';
import type { System } from '../../adapters/compose.ts';
import { createEncryptedLog } from '../../adapters/event-log/encrypted-log.ts';
import { eventCatalogue } from '../../domain/catalogue.ts';
import { disclosureDecider } from '../../domain/disclosures/decide.ts';
import type { Actor, RecordedEvent } from '../../domain/kernel/event.ts';
import type { EventLog, ReadAllOptions } from '../../domain/ports/event-log.ts';
import type { TextVault } from '../../domain/ports/text-vault.ts';
import { type AddCommand, type CommonOptions, withCommonOptions } from './command.ts';
import { CommandFailed, type Console } from './console.ts';
import { parseReasonOption } from './reason-option.ts';
import { printSecurityEvent } from './security-event.ts';

interface EventsOptions extends CommonOptions {
  readonly stream?: string;
  readonly type?: string;
  readonly from?: number;
  readonly follow?: boolean;
  readonly open?: boolean;
  readonly reason?: string;
}

const PAGE_SIZE = 500;

const parseWholeNumber = (text: string): number => {
  if (!/^\d{1,15}$/.test(text)) throw new CommandFailed(`--from must be an integer, not "${text}".`);
  return Number(text);
};

const parseEventType = (text: string): string => {
  if (!Object.hasOwn(eventCatalogue, text)) throw new CommandFailed(`There is no event type named ${text}.`);
  return text;
};

const REDACTED = '[redacted]';

/** Adds `kindra events`, which prints events of the log. */
export const addEvents: AddCommand = (program, { console, operator, signal, withSystem }) => {
  withCommonOptions(program.command('events'))
    .summary('Reads the log')
    .description(
      'Reads the log. With --json, each line is one event.\n' +
        '--from is the position of an event or, with --stream, a revision; inclusive.\n' +
        `Personal texts and names are shown as ${REDACTED}. --open shows them and requires --reason; ` +
        'an event records who read them and why, and appears among the staff actions.',
    )
    .option('--stream <stream>', 'only this stream, such as post-0192…')
    .addOption(new Option('--type <type>', 'only events of this type').argParser(parseEventType))
    .addOption(new Option('--from <number>', 'start position').argParser(parseWholeNumber))
    .option('--follow', 'continue with new events until Ctrl-C')
    .option('--open', 'show personal texts')
    .option('--reason <text>', 'reason for reading the texts; stored in the log')
    .action((options: EventsOptions) => {
      const reason = getDisclosureReason(options);
      return withSystem(async (system) => {
        if (reason) {
          await recordDisclosure(system, operator, options, reason);
          printSecurityEvent(console, { kind: 'staff-action', action: 'DiscloseTexts' });
        }
        return showEvents(reason ? system.log : createRedactedLog(system), console, options, signal);
      });
    });
};

/** @throws CommandFailed if only one of `--open` and `--reason` is given */
function getDisclosureReason({ open, reason: text }: EventsOptions): string | undefined {
  const reason = parseReasonOption(text);
  if (open && !reason) throw new CommandFailed('--open requires --reason.');
  if (reason && !open) throw new CommandFailed('--reason requires --open.');
  return reason;
}

/** Records the disclosure before the first text is shown. */
async function recordDisclosure(
  { handler, ids, clock }: System,
  actor: Actor,
  { stream, type: eventType }: EventsOptions,
  reason: string,
): Promise<void> {
  const disclosureId = ids.next();
  const context = {
    commandId: disclosureId,
    correlationId: disclosureId,
    actor,
    occurredAt: clock.now(),
    reason,
  };
  const scope = { stream: stream ?? null, eventType: eventType ?? null };
  const command = { type: 'DiscloseSealedTexts', disclosureId, ...scope } as const;
  await handler.handle(disclosureDecider, disclosureId, command, context);
}

/** Creates a log reader that redacts personal texts and reads no keys. */
function createRedactedLog({ rawLog, vault }: System): EventLog {
  const redactingVault: TextVault = { ...vault, open: async (texts) => texts.map(() => REDACTED) };
  return createEncryptedLog(rawLog, { catalogue: eventCatalogue, vault: redactingVault });
}

async function showEvents(
  log: EventLog,
  console: Console,
  options: EventsOptions,
  signal: AbortSignal,
): Promise<number> {
  let isEmpty = true;
  const show = (events: readonly RecordedEvent[]): void => {
    for (const event of events) {
      if (!isSelected(event, options)) continue;
      isEmpty = false;
      console.print(formatEvent(event, options));
    }
  };
  const position = options.stream
    ? await readStream(log, options.stream, options.from ?? 0, show, signal)
    : await readLog(log, options, show, signal);
  if (options.follow) await follow(log, position, show, signal);
  else {
    signal.throwIfAborted();
    if (isEmpty) console.printNote('No events.');
  }
  return 0;
}

const isSelected = (event: RecordedEvent, { stream, type, from = 0 }: EventsOptions): boolean =>
  (!stream || event.stream === stream) &&
  (!type || event.type === type) &&
  (stream ? event.revision : event.position) >= from;

type ShowEvents = (events: readonly RecordedEvent[]) => void;

async function readStream(
  log: EventLog,
  stream: string,
  firstRevision: number,
  show: ShowEvents,
  signal: AbortSignal,
): Promise<number> {
  const head = await log.head();
  for (let from = firstRevision; !signal.aborted; from += PAGE_SIZE) {
    const events = await log.readStream(stream, { from, limit: PAGE_SIZE });
    show(events.filter(({ position }) => position <= head));
    if (events.length < PAGE_SIZE) break;
  }
  return head;
}

async function readLog(
  log: EventLog,
  { from = 0, type }: EventsOptions,
  show: ShowEvents,
  signal: AbortSignal,
): Promise<number> {
  const head = await log.head();
  const types = type ? { types: [type] } : {};
  // Positions are opaque: a page starts at the position of an event, never at a computed one.
  let start: Pick<ReadAllOptions, 'from' | 'after'> = from > 0 ? { from } : {};
  while (!signal.aborted) {
    const events = await log.readAll({ ...start, ...types, limit: PAGE_SIZE });
    show(events.filter(({ position }) => position <= head));
    const last = events.at(-1)?.position ?? head;
    if (events.length < PAGE_SIZE || last >= head) break;
    start = { after: last };
  }
  return head;
}

async function follow(log: EventLog, after: number, show: ShowEvents, signal: AbortSignal): Promise<void> {
  const subscription = log.subscribeToAll({ after, onEvents: async (events) => show(events) });
  await new Promise<void>((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve());
  });
  await subscription.close();
}

/** Returns an event's data, or the reason why it cannot be read. */
function readData(event: RecordedEvent): object {
  try {
    return event.data;
  } catch (error) {
    return { unreadable: (error as Error).message };
  }
}

function formatEvent(event: RecordedEvent, { json }: EventsOptions): string {
  const data = readData(event);
  const { id, type, metadata, stream, revision, position } = event;
  return json
    ? JSON.stringify({ id, type, data, metadata, stream, revision, position })
    : `${position}  ${metadata.occurredAt}  ${stream}@${revision}  ${type}  ${JSON.stringify(data)}`;
}
