/** A log line, and a key that identical lines share. */
interface KeyedLine<Line> {
  readonly key: string;
  readonly line: Line;
}

interface RepeatLimiterOptions<Line> {
  readonly intervalMs: number;
  /** Maximum number of distinct keys per interval. Further lines are counted under their overflow keys. */
  readonly maxKeys: number;
  readonly toOverflowLine: (line: Line) => KeyedLine<Line>;
  /** Writes a line. `count` is the number of times the line was added since the last write. */
  readonly write: (line: Line, count: number) => void;
}

/** Limits how often identical log lines are written. */
interface RepeatLimiter<Line> {
  readonly add: (keyedLine: KeyedLine<Line>) => void;
  /** Writes the pending counts and stops the timer. */
  readonly close: () => void;
}

/**
 * Writes the first of several lines with the same key immediately, then the latest of them once per interval, with their
 * count.
 */
export function createRepeatLimiter<Line>(options: RepeatLimiterOptions<Line>): RepeatLimiter<Line> {
  const { intervalMs, maxKeys, toOverflowLine, write } = options;
  const recent = new Map<string, { line: Line; repeatCount: number }>();
  let timer: NodeJS.Timeout | undefined;

  function stop(): void {
    clearInterval(timer);
    timer = undefined;
  }

  function writeRepeats(): void {
    for (const [key, entry] of recent) {
      if (entry.repeatCount === 0) recent.delete(key);
      else write(entry.line, entry.repeatCount);
      entry.repeatCount = 0;
    }
    if (recent.size === 0) stop();
  }

  function count({ key, line }: KeyedLine<Line>): void {
    const entry = recent.get(key);
    if (entry) {
      entry.repeatCount += 1;
      entry.line = line;
      return;
    }
    recent.set(key, { line, repeatCount: 0 });
    timer ??= setInterval(writeRepeats, intervalMs).unref();
    write(line, 1);
  }

  return {
    add: (keyed) =>
      count(recent.has(keyed.key) || recent.size < maxKeys ? keyed : toOverflowLine(keyed.line)),
    close() {
      stop();
      writeRepeats();
    },
  };
}
