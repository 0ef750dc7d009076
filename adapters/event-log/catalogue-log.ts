import type { EventDefinition, EventMetadata, NewEvent, RecordedEvent } from '../../domain/kernel/event.ts';
import type { JsonObject } from '../../domain/kernel/json.ts';
import type { EventLog, SubscribeOptions, Subscription } from '../../domain/ports/event-log.ts';
import { type OwnedText, type TextVault, UnreadableText } from '../../domain/ports/text-vault.ts';
import { persistently } from './shared/backoff.ts';

export interface CatalogueLogOptions {
  /** The definition of every event, by its type. */
  readonly catalogue: Readonly<Record<string, EventDefinition>>;
  readonly vault: TextVault;
}

/**
 * A log in whose store the texts that people wrote are sealed, and whose readers see every event in its current
 * version with its texts open. The text of an erased person reads as empty. An event that cannot be read is delivered
 * all the same: who looks at its data meets `EventUnreadable`, who passes it over goes on.
 */
export function withCatalogue(log: EventLog, { catalogue, vault }: CatalogueLogOptions): EventLog {
  async function sealAll(events: readonly NewEvent[]): Promise<readonly NewEvent[]> {
    for (const { type, metadata } of events) checkVersion(catalogue[type], type, metadata);
    return exchangeTexts(events, catalogue, vault.seal);
  }

  async function openAll(
    events: readonly RecordedEvent[],
    open: TextVault['open'] = vault.open,
  ): Promise<readonly RecordedEvent[]> {
    forgetErased(events);
    const current = events.map((event) => readable(() => bringUpToDate(event, catalogue[event.type]), event));
    return exchangeTexts(current, catalogue, open);
  }

  function forgetErased(events: readonly RecordedEvent[]): void {
    for (const { type, data } of events) {
      const { erases } = catalogue[type] ?? {};
      if (erases) vault.forget(String((data as JsonObject)[erases]));
    }
  }

  const closing = new AbortController();

  function subscribeToAll(options: SubscribeOptions): Subscription {
    const ending = new AbortController();
    const signal = AbortSignal.any([closing.signal, ending.signal]);
    // A vault out of reach is like a log out of reach: the subscription waits for it.
    const openPatiently: TextVault['open'] = async (texts) =>
      (await persistently(() => vault.open(texts), signal)) ?? texts.map(() => null);
    const subscription = log.subscribeToAll({
      ...options,
      onEvents: async (events) => {
        const opened = await openAll(events, openPatiently);
        if (!signal.aborted) await options.onEvents(opened);
      },
    });
    return {
      close: () => {
        ending.abort();
        return subscription.close();
      },
    };
  }

  return {
    append: async (stream, events, expected) => log.append(stream, await sealAll(events), expected),
    readStream: async (stream, options) => openAll(await log.readStream(stream, options)),
    readAll: async (options) => openAll(await log.readAll(options)),
    hasCountablePositions: log.hasCountablePositions,
    head: log.head,
    eventIdAt: log.eventIdAt,
    identity: log.identity,
    subscribeToAll,
    close: () => {
      closing.abort();
      return log.close();
    },
  };
}

function checkVersion(definition: EventDefinition | undefined, type: string, metadata: EventMetadata): void {
  if (!definition) throw new RangeError(`the catalogue does not know ${type}`);
  if (metadata.version !== definition.version) {
    throw new RangeError(`${type} is written in version ${definition.version}, not ${metadata.version}`);
  }
}

/** Upcasts an event to the current version of its type. Types that the catalogue does not know stay as they are. */
function bringUpToDate(event: RecordedEvent, definition: EventDefinition | undefined): RecordedEvent {
  if (!definition || event.metadata.version >= definition.version) return event;
  let data = event.data as JsonObject;
  for (let version = event.metadata.version; version < definition.version; version += 1) {
    const upcast = definition.upcasters?.[version];
    if (!upcast) throw new Error(`${event.type} has no upcaster from version ${version}`);
    data = upcast(data);
  }
  return { ...event, data, metadata: { ...event.metadata, version: definition.version } };
}

/** The data of an event cannot be read; the cause says why. */
export class EventUnreadable extends Error {
  constructor({ type, stream, revision }: RecordedEvent, cause: unknown) {
    super(`${type} in ${stream} at ${revision} cannot be read: ${(cause as Error).message}`, { cause });
    this.name = 'EventUnreadable';
  }
}

const unreadable = new WeakSet<object>();

/** An event as `read` gives it, or as one that cannot be read. */
function readable(read: () => RecordedEvent, event: RecordedEvent): RecordedEvent {
  try {
    return read();
  } catch (error) {
    return withoutData(event, error);
  }
}

function withoutData(event: RecordedEvent, cause: unknown): RecordedEvent {
  const refuse = (): never => {
    throw new EventUnreadable(event, cause);
  };
  const shut = Object.defineProperty({ ...event }, 'data', { enumerable: true, get: refuse });
  unreadable.add(shut);
  return shut;
}

/** Where a personal text stands. */
interface TextPlace extends OwnedText {
  readonly index: number;
  readonly field: string;
}

/** Replaces the personal texts of all the events by what the vault makes of them, in one call. */
async function exchangeTexts<E extends NewEvent | RecordedEvent>(
  events: readonly E[],
  catalogue: CatalogueLogOptions['catalogue'],
  exchange: (texts: readonly OwnedText[]) => Promise<readonly (string | null | UnreadableText)[]>,
): Promise<readonly E[]> {
  const places = events.flatMap((event, index) =>
    unreadable.has(event) ? [] : personalTexts(event, index, catalogue[event.type]),
  );
  if (places.length === 0) return events;
  const texts = await exchange(places.map(({ owner, text }) => ({ owner, text })));
  const replaced = [...events];
  for (const [nth, { index, field }] of places.entries()) {
    const event = replaced[index] as E;
    if (!unreadable.has(event)) replaced[index] = withText(event, field, texts[nth] ?? '');
  }
  return replaced;
}

const withText = <E extends NewEvent | RecordedEvent>(
  event: E,
  field: string,
  text: string | UnreadableText,
): E =>
  text instanceof UnreadableText
    ? (withoutData(event as RecordedEvent, text) as E)
    : { ...event, data: { ...event.data, [field]: text } };

function personalTexts(
  { type, data }: NewEvent | RecordedEvent,
  index: number,
  definition: EventDefinition | undefined,
): TextPlace[] {
  if (!definition?.personal) return [];
  const values = data as Readonly<Record<string, unknown>>;
  const owner = values[definition.personal.owner];
  return definition.personal.fields.flatMap((field) => {
    const text = values[field];
    if (typeof text !== 'string') return [];
    if (typeof owner !== 'string') throw new RangeError(`${type} does not say whose text ${field} is`);
    return [{ index, field, owner, text }];
  });
}
