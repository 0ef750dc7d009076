import type { EventDefinition, EventMetadata, NewEvent, RecordedEvent } from '../../domain/kernel/event.ts';
import type { JsonObject } from '../../domain/kernel/json.ts';
import type { EventLog, SubscribeOptions, Subscription } from '../../domain/ports/event-log.ts';
import { type OwnedText, type TextVault, UnreadableText } from '../../domain/ports/text-vault.ts';
import { retryUntilAborted } from './shared/retry.ts';

interface EncryptedLogOptions {
  /** Event definitions, by type. */
  readonly catalogue: Readonly<Record<string, EventDefinition>>;
  readonly vault: TextVault;
}

/**
 * Wraps a log so that personal texts are stored encrypted. Reads return every event in its current version
 * with decrypted texts. Texts of erased accounts are empty. Unreadable events are also returned; accessing
 * their data throws `UnreadableEvent`.
 */
export function createEncryptedLog(log: EventLog, { catalogue, vault }: EncryptedLogOptions): EventLog {
  async function encryptTexts(events: readonly NewEvent[]): Promise<readonly NewEvent[]> {
    for (const { type, metadata } of events) checkVersion(catalogue[type], type, metadata);
    return replaceTexts(events, catalogue, vault.seal);
  }

  async function decryptTexts(
    events: readonly RecordedEvent[],
    open: TextVault['open'] = vault.open,
  ): Promise<readonly RecordedEvent[]> {
    return replaceTexts(upcastEvents(events), catalogue, open);
  }

  function upcastEvents(events: readonly RecordedEvent[]): readonly RecordedEvent[] {
    forgetErasedKeys(events);
    return events.map((event) =>
      readOrMarkUnreadable(() => upcastEvent(event, catalogue[event.type]), event),
    );
  }

  function forgetErasedKeys(events: readonly RecordedEvent[]): void {
    for (const { type, data } of events) {
      const { erases: erasedField } = catalogue[type] ?? {};
      if (erasedField) vault.forget(String((data as JsonObject)[erasedField]));
    }
  }

  const closeController = new AbortController();

  function subscribeToAll(options: SubscribeOptions): Subscription {
    const endController = new AbortController();
    const signal = AbortSignal.any([closeController.signal, endController.signal]);
    // An unreachable vault is treated like an unreachable log: the subscription waits.
    const openWithRetry: TextVault['open'] = async (texts) =>
      (await retryUntilAborted(() => vault.open(texts), signal)) ?? texts.map(() => null);
    const subscription = log.subscribeToAll({
      ...options,
      onEvents: async (events) => {
        const decryptedEvents = await decryptTexts(events, openWithRetry);
        if (!signal.aborted) await options.onEvents(decryptedEvents);
      },
    });
    return {
      close: () => {
        endController.abort();
        return subscription.close();
      },
    };
  }

  return {
    append: async (stream, events, expectedState) =>
      log.append(stream, await encryptTexts(events), expectedState),
    readStream: async (stream, options) => {
      const events = await log.readStream(stream, options);
      return options?.keepsTextsEncrypted ? upcastEvents(events) : decryptTexts(events);
    },
    readAll: async (options) => decryptTexts(await log.readAll(options)),
    hasCountablePositions: log.hasCountablePositions,
    head: log.head,
    findEventIdAt: log.findEventIdAt,
    identity: log.identity,
    subscribeToAll,
    close: () => {
      closeController.abort();
      return log.close();
    },
  };
}

function checkVersion(definition: EventDefinition | undefined, type: string, metadata: EventMetadata): void {
  if (!definition) throw new RangeError(`unknown event type ${type}`);
  if (metadata.version !== definition.version) {
    throw new RangeError(`${type} has version ${definition.version}, not ${metadata.version}`);
  }
}

/** Upcasts an event to the current version of its type. Returns events of unknown types unchanged. */
function upcastEvent(event: RecordedEvent, definition: EventDefinition | undefined): RecordedEvent {
  if (!definition || event.metadata.version >= definition.version) return event;
  let data = event.data as JsonObject;
  for (let version = event.metadata.version; version < definition.version; version += 1) {
    const upcaster = definition.upcasters?.[version];
    if (!upcaster) throw new Error(`${event.type} has no upcaster from version ${version}`);
    data = upcaster(data);
  }
  return { ...event, data, metadata: { ...event.metadata, version: definition.version } };
}

/** Thrown when the data of an event cannot be read. */
export class UnreadableEvent extends Error {
  constructor({ type, stream, revision }: RecordedEvent, cause: unknown) {
    super(`${type} in ${stream} at ${revision} cannot be read: ${(cause as Error).message}`, { cause });
    this.name = 'UnreadableEvent';
  }
}

const unreadableEvents = new WeakSet<object>();

/** Returns the result of `read`. If it throws, returns an event whose data throws the error on access. */
function readOrMarkUnreadable(read: () => RecordedEvent, event: RecordedEvent): RecordedEvent {
  try {
    return read();
  } catch (error) {
    return createUnreadableEvent(event, error);
  }
}

function createUnreadableEvent(event: RecordedEvent, cause: unknown): RecordedEvent {
  const throwUnreadableEvent = (): never => {
    throw new UnreadableEvent(event, cause);
  };
  const unreadableEvent = Object.defineProperty({ ...event }, 'data', {
    enumerable: true,
    get: throwUnreadableEvent,
  });
  unreadableEvents.add(unreadableEvent);
  return unreadableEvent;
}

/** A personal text and its location: the index of the event, and the field. */
interface PersonalText extends OwnedText {
  readonly index: number;
  readonly field: string;
}

/** Replaces the personal texts in all events with a single call to the vault. */
async function replaceTexts<E extends NewEvent | RecordedEvent>(
  events: readonly E[],
  catalogue: EncryptedLogOptions['catalogue'],
  transformTexts: (texts: readonly OwnedText[]) => Promise<readonly (string | null | UnreadableText)[]>,
): Promise<readonly E[]> {
  const personalTexts = events.flatMap((event, index) =>
    unreadableEvents.has(event) ? [] : findPersonalTexts(event, index, catalogue[event.type]),
  );
  if (personalTexts.length === 0) return events;
  const texts = await transformTexts(personalTexts.map(({ owner, text }) => ({ owner, text })));
  const resultEvents = [...events];
  for (const [textIndex, { index, field }] of personalTexts.entries()) {
    const event = resultEvents[index] as E;
    if (!unreadableEvents.has(event)) resultEvents[index] = withText(event, field, texts[textIndex] ?? '');
  }
  return resultEvents;
}

const withText = <E extends NewEvent | RecordedEvent>(
  event: E,
  field: string,
  text: string | UnreadableText,
): E =>
  text instanceof UnreadableText
    ? (createUnreadableEvent(event as RecordedEvent, text) as E)
    : { ...event, data: { ...event.data, [field]: text } };

function findPersonalTexts(
  { type, data }: NewEvent | RecordedEvent,
  index: number,
  definition: EventDefinition | undefined,
): PersonalText[] {
  if (!definition?.personal) return [];
  const values = data as Readonly<Record<string, unknown>>;
  const owner = values[definition.personal.owner];
  return definition.personal.fields.flatMap((field) => {
    const text = values[field];
    if (typeof text !== 'string') return [];
    if (typeof owner !== 'string') throw new RangeError(`${type} has no owner for the text ${field}`);
    return [{ index, field, owner, text }];
  });
}
