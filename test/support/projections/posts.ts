import type { EventLog } from '../../../domain/ports/event-log.ts';
import { createAccountId, createEvent, createPostId } from './history.ts';

/** Appends the n-th post of the first account. Default text: `Post n`. */
export async function publish(log: EventLog, n: number, text = `Post ${n}`): Promise<void> {
  const data = { postId: createPostId(n), authorId: createAccountId(0), text, parentId: null };
  await log.append(`post-${data.postId}`, [createEvent({ type: 'PostPublished', data })], 'no_stream');
}

/** Appends a like for the n-th post. */
export async function like(log: EventLog, n: number, account: number): Promise<void> {
  const data = { postId: createPostId(n), accountId: createAccountId(account) };
  await log.append(
    `like-${data.postId}_${data.accountId}`,
    [createEvent({ type: 'PostLiked', data })],
    'no_stream',
  );
}
