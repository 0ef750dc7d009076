import type { ServerResponse } from 'node:http';
import { createHttpFailure } from './error-answer.ts';
import { RETRY_AFTER_SECONDS, tooManyRequests } from './failure.ts';

/** Frees a slot. Further calls have no effect. */
export type Release = () => void;

/** Limits of a fair queue, per key. */
export interface FairQueueLimits {
  /** Maximum number of concurrent requests. */
  readonly slots: number;
  /** Maximum number of requests that wait for a slot. */
  readonly maxWaiting: number;
  /** Maximum wait for a slot, in milliseconds. */
  readonly maxWaitMs: number;
}

/** Limits the concurrent requests per key. Further requests wait. */
export interface FairQueue {
  /**
   * Takes a slot of a key. Freed slots are assigned to the waiting groups in turn, so that a group with many
   * requests does not delay the others. A client that disconnects leaves the queue.
   * @throws ApiFailure 429 when too many requests wait or the wait is too long, 408 when the client
   *   disconnects
   */
  readonly enter: (key: string, group: string, response: ServerResponse) => Release | Promise<Release>;
}

interface Waiter {
  readonly group: string;
  readonly start: () => void;
}

/**
 * Requests of one key: the numbers of running and waiting ones, and the waiters by group in the order of
 * turns.
 */
interface KeyQueue {
  running: number;
  waiting: number;
  readonly groups: Map<string, Waiter[]>;
}

/** Removes the next waiter and moves its group to the end. */
function takeNextWaiter({ groups }: KeyQueue): Waiter | undefined {
  const [first] = groups;
  if (!first) return undefined;
  const [group, waiters] = first;
  const next = waiters.shift();
  groups.delete(group);
  if (waiters.length > 0) groups.set(group, waiters);
  return next;
}

function removeWaiter({ groups }: KeyQueue, waiter: Waiter): void {
  const others = (groups.get(waiter.group) ?? []).filter((other) => other !== waiter);
  if (others.length > 0) groups.set(waiter.group, others);
  else groups.delete(waiter.group);
}

/** Creates a fair queue for one process. */
export function createFairQueue({
  slots,
  maxWaiting: waiting,
  maxWaitMs: waitMs,
}: FairQueueLimits): FairQueue {
  const queues = new Map<string, KeyQueue>();

  function createRelease(key: string, line: KeyQueue): Release {
    let isReleased = false;
    return () => {
      if (isReleased) return;
      isReleased = true;
      const next = takeNextWaiter(line);
      if (next) {
        line.waiting -= 1;
        next.start();
      } else {
        line.running -= 1;
        if (line.running === 0) queues.delete(key);
      }
    };
  }

  function wait(key: string, line: KeyQueue, group: string, response: ServerResponse): Promise<Release> {
    return new Promise((resolve, reject) => {
      const settle = (): void => {
        clearTimeout(timer);
        response.off('close', leave);
      };
      const waiter: Waiter = {
        group,
        start: () => {
          settle();
          resolve(createRelease(key, line));
        },
      };
      const giveUp = (error: Error): void => {
        settle();
        removeWaiter(line, waiter);
        line.waiting -= 1;
        reject(error);
      };
      const leave = (): void => giveUp(createHttpFailure(408));
      const timer = setTimeout(() => giveUp(tooManyRequests(RETRY_AFTER_SECONDS)), waitMs);
      response.once('close', leave);
      const ofGroup = line.groups.get(group);
      if (ofGroup) ofGroup.push(waiter);
      else line.groups.set(group, [waiter]);
      line.waiting += 1;
    });
  }

  return {
    enter(key, group, response) {
      // The response has already emitted `close`, so the slot would never be freed.
      if (response.destroyed) throw createHttpFailure(408);
      const line = queues.get(key) ?? { running: 0, waiting: 0, groups: new Map() };
      if (line.running < slots) {
        queues.set(key, line);
        line.running += 1;
        return createRelease(key, line);
      }
      if (line.waiting >= waiting) throw tooManyRequests(RETRY_AFTER_SECONDS);
      return wait(key, line, group, response);
    },
  };
}
