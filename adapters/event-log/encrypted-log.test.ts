import { randomUUID } from 'node:crypto';
import type { EventDefinition, NewEvent, RecordedEvent } from '../../domain/kernel/event.ts';
import type { EventLog } from '../../domain/ports/event-log.ts';
import { type OwnedText, type TextVault, UnreadableText } from '../../domain/ports/text-vault.ts';
import { waitUntil } from '../../test/support/wait.ts';
import { createEncryptedLog, UnreadableEvent } from './encrypted-log.ts';
import { createMemoryEventLog } from './memory.ts';

const catalogue: Record<string, EventDefinition> = {
  NoteWritten: { version: 1, personal: { fields: ['title', 'text'], owner: 'author' } },
  DoorOpened: {
    version: 3,
    upcasters: {
      1: ({ door }) => ({ doorName: door as string }),
      2: (data) => ({ ...data, wide: false }),
    },
  },
};

/** Creates a vault that counts its calls. It reverses texts instead of encrypting them. */
function createReversingVault() {
  const erasedOwners = new Set<string>();
  const damagedTexts = new Set<string>();
  const calls: (readonly OwnedText[])[] = [];
  let failures = 0;
  const reverse = (text: string): string => [...text].reverse().join('');
  const vault: TextVault = {
    seal: async (texts) => {
      calls.push(texts);
      return texts.map(({ text }) => reverse(text));
    },
    open: async (texts) => {
      if (failures > 0) {
        failures -= 1;
        throw new Error('vault unreachable');
      }
      calls.push(texts);
      return texts.map(({ owner, text }) => {
        if (damagedTexts.has(owner)) return new UnreadableText(new Error('changed'));
        return erasedOwners.has(owner) ? null : reverse(text);
      });
    },
    forget: (owner) => {
      erasedOwners.add(owner);
    },
  };
  return {
    vault,
    erased: erasedOwners,
    damaged: damagedTexts,
    calls,
    failNext: (times: number) => {
      failures = times;
    },
  };
}

const event = (type: string, data: object, version = 1): NewEvent => ({
  id: randomUUID(),
  type,
  data,
  metadata: {
    correlationId: randomUUID(),
    causationId: randomUUID(),
    actor: { kind: 'system', id: 'test' },
    occurredAt: '2026-11-21T09:30:00.000Z',
    version,
  },
});

describe('a log with a catalogue', () => {
  let rawLog: EventLog;
  let log: EventLog;
  let vault: ReturnType<typeof createReversingVault>;
  const notes = ['ana', 'ben', 'ana'].map((author, n) =>
    event('NoteWritten', { author, title: `title ${n}`, text: 'dog', pages: n }),
  );

  beforeEach(async () => {
    rawLog = createMemoryEventLog();
    vault = createReversingVault();
    log = createEncryptedLog(rawLog, { catalogue, vault: vault.vault });
  });

  const getData = (events: readonly RecordedEvent[]) => events.map(({ data }) => data);

  test('stores personal texts encrypted and decrypts them for readers', async () => {
    await log.append('notes-1', notes, 'no_stream');
    expect(getData(await rawLog.readStream('notes-1'))[1]).toEqual({
      author: 'ben',
      title: '1 eltit',
      text: 'god',
      pages: 1,
    });
    expect(getData(await log.readStream('notes-1'))).toEqual(notes.map(({ data }) => data));
    expect(getData(await log.readAll())).toEqual(notes.map(({ data }) => data));
  });

  test('calls the vault once per batch, and not without texts', async () => {
    await log.append('notes-1', notes, 'no_stream');
    await log.append('doors-1', [event('DoorOpened', { doorName: 'red', wide: true }, 3)], 'no_stream');
    await log.readStream('doors-1');
    expect(vault.calls).toHaveLength(1);
    await log.readAll();
    expect(vault.calls.map(({ length }) => length)).toEqual([6, 6]);
  });

  test('reads texts as they are stored for readers that need none, without the vault', async () => {
    await log.append('notes-1', notes, 'no_stream');
    vault.calls.length = 0;
    const read = await log.readStream('notes-1', { keepsTextsEncrypted: true });
    expect(read).toEqual(await rawLog.readStream('notes-1'));
    await rawLog.append('doors-1', [event('DoorOpened', { doorName: 'green' }, 2)], 'no_stream');
    const [opened] = await log.readStream('doors-1', { keepsTextsEncrypted: true });
    expect(opened?.data).toEqual({ doorName: 'green', wide: false });
    expect(vault.calls).toEqual([]);
  });

  test('reads texts of an erased account as empty', async () => {
    await log.append('notes-1', notes, 'no_stream');
    vault.erased.add('ana');
    const texts = getData(await log.readStream('notes-1')).map((data) => (data as { text: string }).text);
    expect(texts).toEqual(['', 'dog', '']);
  });

  test('upcasts older event versions', async () => {
    await rawLog.append('doors-1', [event('DoorOpened', { door: 'blue' }, 1)], 'no_stream');
    await rawLog.append('doors-1', [event('DoorOpened', { doorName: 'green' }, 2)], 0);
    const events = await log.readStream('doors-1');
    expect(getData(events)).toEqual([
      { doorName: 'blue', wide: false },
      { doorName: 'green', wide: false },
    ]);
    expect(events.map(({ metadata }) => metadata.version)).toEqual([3, 3]);
  });

  test('rejects unknown event types on writing and reads them unchanged', async () => {
    const unknownEvent = event('CastleBuilt', { towers: 4 });
    await expect(log.append('castle-1', [unknownEvent], 'no_stream')).rejects.toThrow(
      'unknown event type CastleBuilt',
    );
    await expect(log.append('doors-1', [event('DoorOpened', {}, 2)], 'no_stream')).rejects.toThrow(
      'version 3',
    );
    await rawLog.append('castle-1', [unknownEvent], 'no_stream');
    expect(await log.readStream('castle-1')).toMatchObject([{ data: { towers: 4 } }]);
  });

  test('delivers decrypted texts to subscribers and waits for an unreachable vault', async () => {
    vault.failNext(2);
    await log.append('notes-1', notes, 'no_stream');
    const receivedEvents: RecordedEvent[] = [];
    const failures: unknown[] = [];
    const subscription = log.subscribeToAll({
      after: 0,
      onEvents: async (events) => void receivedEvents.push(...events),
      onFailure: (error) => failures.push(error),
    });
    await waitUntil(() => receivedEvents.length === notes.length);
    await subscription.close();
    expect(getData(receivedEvents)).toEqual(notes.map(({ data }) => data));
    expect(failures).toEqual([]);
  });

  test('delivers an event that cannot be upcast and throws when its data is read', async () => {
    await rawLog.append('doors-1', [event('DoorOpened', { door: 'blue' }, 0)], 'no_stream');
    await log.append('doors-1', [event('DoorOpened', { doorName: 'red', wide: true }, 3)], 0);
    const [old, current] = await log.readStream('doors-1');
    expect(old).toMatchObject({ type: 'DoorOpened', revision: 0 });
    expect(() => old?.data).toThrow(
      'DoorOpened in doors-1 at 0 cannot be read: DoorOpened has no upcaster from version 0',
    );
    expect(current?.data).toEqual({ doorName: 'red', wide: true });
  });

  test('delivers an event with a damaged text, and decrypts the others', async () => {
    await log.append('notes-1', notes, 'no_stream');
    vault.damaged.add('ben');
    const receivedEvents: RecordedEvent[] = [];
    const subscription = log.subscribeToAll({
      after: 0,
      onEvents: async (events) => void receivedEvents.push(...events),
    });
    await waitUntil(() => receivedEvents.length === notes.length);
    await subscription.close();
    expect(receivedEvents.map(({ revision }) => revision)).toEqual([0, 1, 2]);
    expect(() => receivedEvents[1]?.data).toThrow(UnreadableEvent);
    expect([receivedEvents[0]?.data, receivedEvents[2]?.data]).toEqual([notes[0]?.data, notes[2]?.data]);
  });

  test('closes while the vault is unreachable', async () => {
    await log.append('notes-1', notes, 'no_stream');
    vault.failNext(Number.POSITIVE_INFINITY);
    const receivedEvents: RecordedEvent[] = [];
    log.subscribeToAll({ after: 0, onEvents: async (events) => void receivedEvents.push(...events) });
    await new Promise(setImmediate);
    await log.close();
    expect(receivedEvents).toEqual([]);
  });
});
