import type { UnsentMessage } from './messaging.ts';
import { keepUnsent, keptUnsent } from './unsent-storage.ts';

const message = (clientId: string, timestamp: string): UnsentMessage => ({
  clientId,
  timestamp,
  receiverId: 'other',
  conversationId: 'chat',
  content: 'Hello',
});
const [first, second, third] = [
  message('c', '2026-11-21T10:00:00.000Z'),
  message('b', '2026-11-21T10:00:01.000Z'),
  message('a', '2026-11-21T10:00:02.000Z'),
];

afterEach(() => localStorage.clear());

test('two tabs keep what they have not sent beside each other, oldest first', () => {
  keepUnsent('reader', [second], []);
  keepUnsent('reader', [first, third], []);
  keepUnsent('somebody', [message('d', first.timestamp)], []);
  expect(keptUnsent('reader')).toEqual([first, second, third]);
});

test('what one tab has sent goes, and what the other has not stays', () => {
  keepUnsent('reader', [second], []);
  keepUnsent('reader', [first], []);
  keepUnsent('reader', [], [first]);
  expect(keptUnsent('reader')).toEqual([second]);
});

test('what has changed is kept as it is now, and what cannot be read is passed over', () => {
  keepUnsent('reader', [first], []);
  keepUnsent('reader', [{ ...first, refusal: 'No.' }], [first]);
  localStorage.setItem('unsentMessages:reader:broken', '{');
  expect(keptUnsent('reader')).toEqual([{ ...first, refusal: 'No.' }]);
});
