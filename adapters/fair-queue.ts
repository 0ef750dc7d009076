/** Limits concurrent tasks. Waiting groups are served round robin, so no group can block the others. */
export type FairQueue = ReturnType<typeof createFairQueue>;

interface FairQueueOptions {
  readonly concurrency: number;
  readonly maxWaiting: number;
  readonly maxWaitingPerGroup: number;
  readonly createOverloadError: () => Error;
}

interface Waiter {
  readonly start: () => void;
  readonly reject: () => void;
}

/**
 * Creates a queue that serves groups round robin. If it is full, a task from a group with a short queue
 * replaces the newest task in the longest queue.
 */
export function createFairQueue(options: FairQueueOptions) {
  const { concurrency, maxWaiting, maxWaitingPerGroup, createOverloadError } = options;
  /** Queues by group, in the order in which the groups are served. */
  const queues = new Map<string, Waiter[]>();
  let runningCount = 0;
  let waitingCount = 0;

  /** Rejects the newest task in the longest queue if that is longer than `ownLength`. Returns whether it did. */
  function evictFromLongestQueue(ownLength: number): boolean {
    let longest: Waiter[] = [];
    for (const queue of queues.values()) if (queue.length > longest.length) longest = queue;
    if (longest.length <= ownLength + 1) return false;
    longest.pop()?.reject();
    waitingCount -= 1;
    return true;
  }

  function enqueue(group: string): Promise<void> {
    const queue = queues.get(group) ?? [];
    const hasRoom =
      queue.length < maxWaitingPerGroup && (waitingCount < maxWaiting || evictFromLongestQueue(queue.length));
    if (!hasRoom) throw createOverloadError();
    queues.set(group, queue);
    waitingCount += 1;
    return new Promise((start, reject) => {
      queue.push({ start, reject: () => reject(createOverloadError()) });
    });
  }

  /** Starts the first task of the next group, and moves that group to the end of the order. */
  function startNext(): void {
    const [nextGroup] = queues;
    if (!nextGroup) {
      runningCount -= 1;
      return;
    }
    const [group, queue] = nextGroup;
    queues.delete(group);
    const waiter = queue.shift();
    if (queue.length > 0) queues.set(group, queue);
    waitingCount -= 1;
    waiter?.start();
  }

  return {
    /**
     * Runs a task when its turn comes.
     * @throws the error from `createOverloadError` when too many tasks are waiting
     */
    async run<Result>(group: string, work: () => Promise<Result>): Promise<Result> {
      if (runningCount < concurrency) runningCount += 1;
      else await enqueue(group);
      try {
        return await work();
      } finally {
        startNext();
      }
    },
  };
}
