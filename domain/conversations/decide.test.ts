import { given } from '../../test/support/given.ts';
import { isUuid } from '../kernel/ids.ts';
import { conversationDecider } from './decide.ts';
import type { ConversationEvent, ReadReceiptsEvent } from './events.ts';
import { deriveConversationId } from './ids.ts';
import { readReceiptsDecider } from './read-receipts.ts';

const ana = '01980000-0000-7000-8000-000000000001';
const ben = '01980000-0000-7000-8000-000000000002';
const conversationId = deriveConversationId(ana, ben);
const createId = (n: number) => `01980000-0000-7000-8000-${String(n).padStart(12, '0')}`;

const message = (n: number, content = 'An otter!', clientId: string | null = `c${n}`, authorId = ana) =>
  ({
    conversationId,
    messageId: createId(n),
    authorId,
    receiverId: authorId === ana ? ben : ana,
    content,
    clientId,
  }) as const;
const send = (...args: Parameters<typeof message>) => ({ type: 'SendMessage', ...message(...args) }) as const;
const sent = (...args: Parameters<typeof message>): ConversationEvent => ({
  type: 'MessageSent',
  data: message(...args),
});
const read = (readerId = ben) => ({ type: 'ReadConversation', conversationId, readerId }) as const;
const conversationRead = (count: number, readerId = ben): ConversationEvent => ({
  type: 'ConversationRead',
  data: { conversationId, readerId, authorId: readerId === ben ? ana : ben, count },
});

describe('the id of a conversation', () => {
  test('does not depend on the order of the members', () =>
    expect(deriveConversationId(ben, ana)).toBe(conversationId));
  test('is a UUID of version 7', () => {
    expect(isUuid(conversationId)).toBe(true);
    expect(conversationId[14]).toBe('7');
  });
  test('is stable between versions', () =>
    expect(conversationId).toBe('01980000-0000-78dc-91d3-f2886a4c5170'));
  test('differs for each pair', () => {
    const ids = new Set<string>();
    for (let one = 0; one < 100; one += 1)
      for (let other = 0; other < one; other += 1)
        ids.add(deriveConversationId(createId(one), createId(other)));
    expect(ids.size).toBe((100 * 99) / 2);
    for (const id of ids) expect(isUuid(id)).toBe(true);
  });
});

describe('sending', () => {
  const givenNothing = () => given(conversationDecider);

  test('sends a message', () => givenNothing().when(send(1)).leadsTo(sent(1)));
  test('accepts 2,000 characters of any size in bytes', () =>
    givenNothing()
      .when(send(1, '🦦'.repeat(2_000)))
      .leadsTo(sent(1, '🦦'.repeat(2_000))));
  test('rejects 2,001 characters', () =>
    givenNothing()
      .when(send(1, 'a'.repeat(2_001)))
      .isRejected('The message cannot exceed 2000 characters.'));
  test('rejects an empty text', () =>
    givenNothing().when(send(1, '')).isRejected('The message cannot be empty.'));
  test('rejects a message to oneself', () =>
    givenNothing()
      .when({ ...send(1), receiverId: ana })
      .isRejected('You cannot send a message to yourself.'));
  test('rejects a message to a conversation of other accounts', () =>
    givenNothing()
      .when({ ...send(1), conversationId: deriveConversationId(ana, createId(9)) })
      .isRejected('The conversation is not with the receiver of the message.'));
  test('does not send the same client id twice', () =>
    given(conversationDecider, sent(1, 'An otter!', 'same'))
      .when(send(2, 'An otter!', 'same'))
      .leadsToNothing());
  test('recognizes a client id after many messages of the other member', () =>
    given(
      conversationDecider,
      sent(1, 'An otter!', 'same'),
      ...Array.from({ length: 200 }, (_, n) => sent(n + 10, 'Yes', `b${n}`, ben)),
    )
      .when(send(2, 'An otter!', 'same'))
      .leadsToNothing());
  test('does not confuse client ids of the two members', () =>
    given(conversationDecider, sent(1, 'An otter!', 'same'))
      .when(send(2, 'Where?', 'same', ben))
      .leadsTo(sent(2, 'Where?', 'same', ben)));
  test('sends every message without a client id', () =>
    given(conversationDecider, sent(1, 'An otter!', null))
      .when(send(2, 'An otter!', null))
      .leadsTo(sent(2, 'An otter!', null)));
});

describe('writing about an animal', () => {
  const animalId = createId(77);
  const sendAbout = (n: number, authorId = ana) => ({
    ...send(n, 'Is it free?', null, authorId),
    animalId,
  });
  const sentAbout = (n: number, authorId = ana): ConversationEvent => ({
    type: 'MessageSent',
    data: { ...message(n, 'Is it free?', null, authorId), animalId },
  });

  test('records the animal in the first message', () =>
    given(conversationDecider).when(sendAbout(1)).leadsTo(sentAbout(1)));
  test('does not record it again', () =>
    given(conversationDecider, sentAbout(1))
      .when(sendAbout(2))
      .leadsTo(sent(2, 'Is it free?', null)));
  test('records each animal once for each member', () => {
    given(conversationDecider, sentAbout(1)).when(sendAbout(2, ben)).leadsTo(sentAbout(2, ben));
    given(conversationDecider, sentAbout(1))
      .when({ ...sendAbout(2), animalId: createId(78) })
      .leadsTo({ type: 'MessageSent', data: { ...message(2, 'Is it free?', null), animalId: createId(78) } });
  });
});

describe('reading', () => {
  test('marks unread messages as read, and names their author', () =>
    given(conversationDecider, sent(1), sent(2)).when(read()).leadsTo(conversationRead(2)));
  test('marks messages that arrived since', () =>
    given(conversationDecider, sent(1), conversationRead(1), sent(2))
      .when(read())
      .leadsTo(conversationRead(1)));
  test('is idempotent', () =>
    given(conversationDecider, sent(1), conversationRead(1)).when(read()).leadsToNothing());
  test('ignores own messages', () => given(conversationDecider, sent(1)).when(read(ana)).leadsToNothing());
  test('does nothing in an empty conversation', () =>
    given(conversationDecider).when(read()).leadsToNothing());
});

describe('read receipts', () => {
  const switchReceipts = (enabled: boolean) =>
    ({ type: 'SwitchReadReceipts', accountId: ana, enabled }) as const;
  const receiptsSwitched = (type: ReadReceiptsEvent['type']): ReadReceiptsEvent => ({
    type,
    data: { accountId: ana },
  });

  test('are on until they are turned off', () => {
    given(readReceiptsDecider).when(switchReceipts(true)).leadsToNothing();
    given(readReceiptsDecider).when(switchReceipts(false)).leadsTo(receiptsSwitched('ReadReceiptsDisabled'));
  });
  test('are turned off once, and on again', () => {
    const off = receiptsSwitched('ReadReceiptsDisabled');
    given(readReceiptsDecider, off).when(switchReceipts(false)).leadsToNothing();
    given(readReceiptsDecider, off)
      .when(switchReceipts(true))
      .leadsTo(receiptsSwitched('ReadReceiptsEnabled'));
  });
});
