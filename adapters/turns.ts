/** Lets so many work at a time; others wait for their turn, up to a limit. */
export interface Turns {
  /** @throws what was agreed on when too many wait already */
  readonly take: <Result>(work: () => Promise<Result>) => Promise<Result>;
}

/** @param overloaded makes the error for whoever comes when too many wait */
export function createTurns(atOnce: number, mostWaiting: number, overloaded: () => Error): Turns {
  const waiting: (() => void)[] = [];
  let working = 0;

  async function begin(): Promise<void> {
    if (working < atOnce) {
      working += 1;
      return;
    }
    if (waiting.length >= mostWaiting) throw overloaded();
    await new Promise<void>((resolve) => waiting.push(resolve));
  }

  /** Hands the turn on, or gives it back. */
  function end(): void {
    const next = waiting.shift();
    if (next) next();
    else working -= 1;
  }

  return {
    async take(work) {
      await begin();
      try {
        return await work();
      } finally {
        end();
      }
    },
  };
}
