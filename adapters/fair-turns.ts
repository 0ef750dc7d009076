/** Runs a limited number of tasks at a time. Groups that wait take turns, so that none of them keeps others out. */
export interface FairTurns {
  /** @throws the agreed error when too many wait */
  readonly take: <Result>(group: string, work: () => Promise<Result>) => Promise<Result>;
}

export interface FairTurnsOptions {
  /** Tasks that run at a time. */
  readonly concurrency: number;
  /** Tasks that wait, in all. */
  readonly maxWaiting: number;
  /** Tasks of one group that wait. */
  readonly maxWaitingPerGroup: number;
  readonly overloaded: () => Error;
}

interface Waiter {
  readonly start: () => void;
  readonly refuse: () => void;
}

/**
 * Creates a queue that serves groups round robin. When it is full, a task of a group that waits with few displaces the
 * newest task of the group that waits with most.
 */
export function createFairTurns(options: FairTurnsOptions): FairTurns {
  const { concurrency, maxWaiting, maxWaitingPerGroup, overloaded } = options;
  /** In the order in which the groups are served next. */
  const queues = new Map<string, Waiter[]>();
  let running = 0;
  let waiting = 0;

  /** Refuses the newest task of the longest queue if that is longer than a newcomer's queue would be. */
  function displace(ownLength: number): boolean {
    let longest: Waiter[] = [];
    for (const queue of queues.values()) if (queue.length > longest.length) longest = queue;
    if (longest.length <= ownLength + 1) return false;
    longest.pop()?.refuse();
    waiting -= 1;
    return true;
  }

  function enqueue(group: string): Promise<void> {
    const queue = queues.get(group) ?? [];
    const hasRoom = queue.length < maxWaitingPerGroup && (waiting < maxWaiting || displace(queue.length));
    if (!hasRoom) throw overloaded();
    queues.set(group, queue);
    waiting += 1;
    return new Promise((start, reject) => {
      queue.push({ start, refuse: () => reject(overloaded()) });
    });
  }

  /** Starts the first task of the group whose turn it is, and moves that group to the end. */
  function startNext(): void {
    const [next] = queues;
    if (!next) {
      running -= 1;
      return;
    }
    const [group, queue] = next;
    queues.delete(group);
    const waiter = queue.shift();
    if (queue.length > 0) queues.set(group, queue);
    waiting -= 1;
    waiter?.start();
  }

  return {
    async take(group, work) {
      if (running < concurrency) running += 1;
      else await enqueue(group);
      try {
        return await work();
      } finally {
        startNext();
      }
    },
  };
}
