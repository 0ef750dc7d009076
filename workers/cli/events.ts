import { Option } from 'commander';
import type { System } from '../../adapters/compose.ts';
import type { RecordedEvent } from '../../domain/kernel/event.ts';
import { type AddCommand, type CommonOptions, withCommonOptions } from './command.ts';
import { CommandFailed, type Console } from './console.ts';

interface EventsOptions extends CommonOptions {
  readonly stream?: string;
  readonly type?: string;
  readonly from?: number;
  readonly follow?: boolean;
}

const PAGE = 500;

const wholeNumber = (text: string): number => {
  if (!/^\d{1,15}$/.test(text)) throw new CommandFailed(`--from must be a whole number, not "${text}".`);
  return Number(text);
};

export const addEvents: AddCommand = (program, { console, signal, withSystem }) => {
  withCommonOptions(program.command('events'))
    .summary('Reads the log')
    .description(
      'Reads the log. With --json each line is one event.\n' +
        '--from is a position of the log, or with --stream a revision of the stream; it is included.',
    )
    .option('--stream <stream>', 'only this stream, as in post-0192…')
    .option('--type <type>', 'only events of this type')
    .addOption(new Option('--from <number>', 'where to begin').argParser(wholeNumber))
    .option('--follow', 'go on with what is appended, until Ctrl-C')
    .action((options: EventsOptions) => withSystem((system) => showEvents(system, console, options, signal)));
};

async function showEvents(
  system: System,
  console: Console,
  options: EventsOptions,
  signal: AbortSignal,
): Promise<number> {
  const show = (events: readonly RecordedEvent[]): void => {
    for (const event of events) if (wanted(event, options)) console.print(lineOf(event, options));
  };
  const position = options.stream
    ? await readStream(system, options.stream, options.from ?? 0, show, signal)
    : await readLog(system, options, show, signal);
  if (options.follow) await follow(system, position, show, signal);
  return 0;
}

const wanted = (event: RecordedEvent, { stream, type }: EventsOptions): boolean =>
  (!stream || event.stream === stream) && (!type || event.type === type);

type Show = (events: readonly RecordedEvent[]) => void;

async function readStream(
  { log }: System,
  stream: string,
  first: number,
  show: Show,
  signal: AbortSignal,
): Promise<number> {
  const head = await log.head();
  for (let from = first; !signal.aborted; from += PAGE) {
    const events = await log.readStream(stream, { from, limit: PAGE });
    show(events.filter(({ position }) => position <= head));
    if (events.length < PAGE) break;
  }
  return head;
}

async function readLog(
  { log }: System,
  { from = 1, type }: EventsOptions,
  show: Show,
  signal: AbortSignal,
): Promise<number> {
  const head = await log.head();
  const types = type ? [type] : undefined;
  let after = Math.max(0, from - 1);
  while (!signal.aborted) {
    const events = await log.readAll({ after, limit: PAGE, ...(types && { types }) });
    show(events.filter(({ position }) => position <= head));
    after = events.at(-1)?.position ?? after;
    if (events.length < PAGE || after >= head) break;
  }
  return Math.max(head, from - 1);
}

async function follow({ log }: System, after: number, show: Show, signal: AbortSignal): Promise<void> {
  const subscription = log.subscribeToAll({ after, onEvents: async (events) => show(events) });
  await new Promise<void>((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve());
  });
  await subscription.close();
}

/** The data of an event; of one that cannot be read, the reason. */
function dataOf(event: RecordedEvent): object {
  try {
    return event.data;
  } catch (error) {
    return { unreadable: (error as Error).message };
  }
}

function lineOf(event: RecordedEvent, { json }: EventsOptions): string {
  const data = dataOf(event);
  const { id, type, metadata, stream, revision, position } = event;
  return json
    ? JSON.stringify({ id, type, data, metadata, stream, revision, position })
    : `${position}  ${metadata.occurredAt}  ${stream}@${revision}  ${type}  ${JSON.stringify(data)}`;
}
