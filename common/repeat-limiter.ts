/** A line and the key by which it is identical to others. */
export interface KeyedLine<Line> {
  readonly key: string;
  readonly line: Line;
}

export interface RepeatLimiterOptions<Line> {
  readonly intervalMs: number;
  /** Distinct keys in one interval; further lines are counted under their overflow keys. */
  readonly maxKeys: number;
  readonly overflow: (line: Line) => KeyedLine<Line>;
  /** Writes a line that occurred `count` times since it was last written. */
  readonly write: (line: Line, count: number) => void;
}

/** Limits the rate of identical lines. */
export interface RepeatLimiter<Line> {
  readonly add: (keyed: KeyedLine<Line>) => void;
  /** Writes what has been counted and stops the timer. */
  readonly close: () => void;
}

/** Writes the first of identical lines at once and then one per interval, with the count of those that were held back. */
export function createRepeatLimiter<Line>(options: RepeatLimiterOptions<Line>): RepeatLimiter<Line> {
  const { intervalMs, maxKeys, overflow, write } = options;
  const recent = new Map<string, { line: Line; heldBack: number }>();
  let timer: NodeJS.Timeout | undefined;

  function stop(): void {
    clearInterval(timer);
    timer = undefined;
  }

  function writeHeldBack(): void {
    for (const [key, entry] of recent) {
      if (entry.heldBack === 0) recent.delete(key);
      else write(entry.line, entry.heldBack);
      entry.heldBack = 0;
    }
    if (recent.size === 0) stop();
  }

  function count({ key, line }: KeyedLine<Line>): void {
    const entry = recent.get(key);
    if (entry) {
      entry.heldBack += 1;
      return;
    }
    recent.set(key, { line, heldBack: 0 });
    timer ??= setInterval(writeHeldBack, intervalMs).unref();
    write(line, 1);
  }

  return {
    add: (keyed) => count(recent.has(keyed.key) || recent.size < maxKeys ? keyed : overflow(keyed.line)),
    close() {
      stop();
      writeHeldBack();
    },
  };
}
