import { defineProblem } from '../kernel/problem.ts';
import { createTextRule } from '../kernel/text-rule.ts';

/** Maximum message length, in characters. At four bytes per character, a message fits into one WebSocket frame. */
export const MESSAGE_LIMIT = 2_000;

export const cannotMessageOneself = defineProblem(
  'CANNOT_MESSAGE_ONESELF',
  'You cannot send a message to yourself.',
);
export const wrongConversation = defineProblem(
  'WRONG_CONVERSATION',
  'The conversation is not with the receiver of the message.',
);
export const messageEmpty = defineProblem('MESSAGE_EMPTY', 'The message cannot be empty.');
export const messageTooLong = defineProblem(
  'MESSAGE_TOO_LONG',
  'The message cannot exceed {limit} characters.',
  { limit: MESSAGE_LIMIT },
);

/** Checks the cleaned text of a message. */
export const checkMessage = createTextRule(messageTooLong, { empty: messageEmpty, multiline: true });
