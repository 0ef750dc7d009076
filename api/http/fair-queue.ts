import type { ServerResponse } from 'node:http';
import { httpFailure } from './error-answer.ts';
import { RETRY_SECONDS, slowDown } from './failure.ts';

/** Gives a slot back. */
export type Release = () => void;

/** Limits of a fair queue, all of them for one key. */
export interface FairQueueLimits {
  /** Requests that run at a time. */
  readonly slots: number;
  /** Requests that may wait for a slot. */
  readonly waiting: number;
  /** Longest wait for a slot, in milliseconds. */
  readonly waitMs: number;
}

/** Bounds how many requests of each key run at a time. Further requests wait. */
export interface FairQueue {
  /**
   * Takes a slot of a key. Freed slots are given to the groups that wait in turn, so that a group with many requests does
   * not hold up the others. A client that disconnects leaves the queue.
   * @throws ApiFailure 429 when too many requests wait already or the wait is too long, 408 when the client disconnects
   */
  readonly enter: (key: string, group: string, response: ServerResponse) => Release | Promise<Release>;
}

interface Waiter {
  readonly group: string;
  readonly start: () => void;
}

/** Requests of one key: how many run, and those that wait by group, the group whose turn is next first. */
interface Line {
  running: number;
  waiting: number;
  readonly groups: Map<string, Waiter[]>;
}

/** Removes the waiter whose turn it is; its group goes to the end. */
function takeNext({ groups }: Line): Waiter | undefined {
  const [first] = groups;
  if (!first) return undefined;
  const [group, waiters] = first;
  const next = waiters.shift();
  groups.delete(group);
  if (waiters.length > 0) groups.set(group, waiters);
  return next;
}

function remove({ groups }: Line, waiter: Waiter): void {
  const others = (groups.get(waiter.group) ?? []).filter((other) => other !== waiter);
  if (others.length > 0) groups.set(waiter.group, others);
  else groups.delete(waiter.group);
}

export function createFairQueue({ slots, waiting, waitMs }: FairQueueLimits): FairQueue {
  const lines = new Map<string, Line>();

  function releaseOf(key: string, line: Line): Release {
    let isReleased = false;
    return () => {
      if (isReleased) return;
      isReleased = true;
      const next = takeNext(line);
      if (next) {
        line.waiting -= 1;
        next.start();
      } else {
        line.running -= 1;
        if (line.running === 0) lines.delete(key);
      }
    };
  }

  function wait(key: string, line: Line, group: string, response: ServerResponse): Promise<Release> {
    return new Promise((resolve, reject) => {
      const settle = (): void => {
        clearTimeout(timer);
        response.off('close', leave);
      };
      const waiter: Waiter = {
        group,
        start: () => {
          settle();
          resolve(releaseOf(key, line));
        },
      };
      const giveUp = (error: Error): void => {
        settle();
        remove(line, waiter);
        line.waiting -= 1;
        reject(error);
      };
      const leave = (): void => giveUp(httpFailure(408));
      const timer = setTimeout(() => giveUp(slowDown(RETRY_SECONDS)), waitMs);
      response.once('close', leave);
      const ofGroup = line.groups.get(group);
      if (ofGroup) ofGroup.push(waiter);
      else line.groups.set(group, [waiter]);
      line.waiting += 1;
    });
  }

  return {
    enter(key, group, response) {
      // A slot of a client that is gone already would not be given back when its response closes.
      if (response.destroyed) throw httpFailure(408);
      const line = lines.get(key) ?? { running: 0, waiting: 0, groups: new Map() };
      if (line.running < slots) {
        lines.set(key, line);
        line.running += 1;
        return releaseOf(key, line);
      }
      if (line.waiting >= waiting) throw slowDown(RETRY_SECONDS);
      return wait(key, line, group, response);
    },
  };
}
