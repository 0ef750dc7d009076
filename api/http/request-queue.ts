import type { ServerResponse } from 'node:http';
import { createHttpFailure } from './error-response.ts';
import { createTooManyRequestsFailure, RETRY_AFTER_SECONDS } from './failure.ts';

/** Frees a slot. Calling it again has no effect. */
export type Release = () => void;

/** Limits of a request queue. They apply per key. */
interface RequestQueueLimits {
  readonly slots: number;
  readonly maxWaiting: number;
  readonly maxWaitMs: number;
}

/** Limits the number of concurrent requests per key. Excess requests wait. */
export interface RequestQueue {
  /**
   * Takes a slot for a key. Freed slots are assigned to the waiting groups in turn, so a group with many requests does
   * not delay the others.
   * @throws ApiFailure 429 when too many requests wait or the wait is too long, 408 when the client disconnects
   */
  readonly enter: (key: string, group: string, response: ServerResponse) => Release | Promise<Release>;
}

interface Waiter {
  readonly group: string;
  readonly start: () => void;
}

/** Requests for one key. `groups` is in the order in which the groups are served. */
interface KeyQueue {
  runningCount: number;
  waitingCount: number;
  readonly groups: Map<string, Waiter[]>;
}

/** Removes the next waiter and moves its group to the end of the order. */
function takeNextWaiter({ groups }: KeyQueue): Waiter | undefined {
  const [firstEntry] = groups;
  if (!firstEntry) return undefined;
  const [group, waiters] = firstEntry;
  const nextWaiter = waiters.shift();
  groups.delete(group);
  if (waiters.length > 0) groups.set(group, waiters);
  return nextWaiter;
}

function removeWaiter({ groups }: KeyQueue, waiter: Waiter): void {
  const otherWaiters = (groups.get(waiter.group) ?? []).filter((other) => other !== waiter);
  if (otherWaiters.length > 0) groups.set(waiter.group, otherWaiters);
  else groups.delete(waiter.group);
}

/** Creates a request queue for one process. */
export function createRequestQueue({ slots, maxWaiting, maxWaitMs }: RequestQueueLimits): RequestQueue {
  const queues = new Map<string, KeyQueue>();

  function createRelease(key: string, queue: KeyQueue): Release {
    let isReleased = false;
    return () => {
      if (isReleased) return;
      isReleased = true;
      const nextWaiter = takeNextWaiter(queue);
      if (nextWaiter) {
        queue.waitingCount -= 1;
        nextWaiter.start();
      } else {
        queue.runningCount -= 1;
        if (queue.runningCount === 0) queues.delete(key);
      }
    };
  }

  function waitForSlot(
    key: string,
    queue: KeyQueue,
    group: string,
    response: ServerResponse,
  ): Promise<Release> {
    return new Promise((resolve, reject) => {
      const cleanUp = (): void => {
        clearTimeout(timer);
        response.off('close', handleDisconnect);
      };
      const waiter: Waiter = {
        group,
        start: () => {
          cleanUp();
          resolve(createRelease(key, queue));
        },
      };
      const rejectRequest = (error: Error): void => {
        cleanUp();
        removeWaiter(queue, waiter);
        queue.waitingCount -= 1;
        reject(error);
      };
      const handleDisconnect = (): void => rejectRequest(createHttpFailure(408));
      const timer = setTimeout(
        () => rejectRequest(createTooManyRequestsFailure(RETRY_AFTER_SECONDS)),
        maxWaitMs,
      );
      response.once('close', handleDisconnect);
      const groupWaiters = queue.groups.get(group);
      if (groupWaiters) groupWaiters.push(waiter);
      else queue.groups.set(group, [waiter]);
      queue.waitingCount += 1;
    });
  }

  return {
    enter(key, group, response) {
      // The response has already emitted `close`, so the slot would never be freed.
      if (response.destroyed) throw createHttpFailure(408);
      const queue = queues.get(key) ?? { runningCount: 0, waitingCount: 0, groups: new Map() };
      if (queue.runningCount < slots) {
        queues.set(key, queue);
        queue.runningCount += 1;
        return createRelease(key, queue);
      }
      if (queue.waitingCount >= maxWaiting) throw createTooManyRequestsFailure(RETRY_AFTER_SECONDS);
      return waitForSlot(key, queue, group, response);
    },
  };
}
