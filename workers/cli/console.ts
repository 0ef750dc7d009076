import { once } from 'node:events';
import { createInterface } from 'node:readline/promises';

/** Where a command writes and asks. */
export interface Console {
  /** One line of the result. */
  readonly print: (line: string) => void;
  /** A piece of a long result; resolves when the reader has room for more. */
  readonly write: (text: string) => Promise<void>;
  /** One line beside the result: progress, hints. */
  readonly note: (line: string) => void;
  /** Overwrites the last such line on a terminal; elsewhere says nothing. */
  readonly progress: (line: string) => void;
  /** Whether the person agrees; false when there is nobody to ask, or they have asked to stop. */
  readonly ask: (question: string) => Promise<boolean>;
}

/** What went wrong, in words for the operator; the command ends with a status other than zero. */
export class CommandFailed extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'CommandFailed';
  }
}

const CLEAR_LINE = '\r\u001b[2K';

/** What a console tells, and is told. */
export interface ConsoleListeners {
  /** Called when whoever read the result has stopped reading, as `head` does. */
  readonly onUnread: () => void;
  /** Called at Ctrl-C while a question waits: the terminal hands it to the question then, not to the process. */
  readonly onInterrupt: () => void;
  /** Ends a question that waits. */
  readonly signal: AbortSignal;
}

/** The terminal, or the files and pipes in its place. */
export function createConsole({ onUnread, onInterrupt, signal }: ConsoleListeners): Console {
  const { stdin, stdout, stderr } = process;
  let unfinished = false;
  stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') process.exit(1);
    onUnread();
  });
  const clear = (): void => {
    if (unfinished) stderr.write(CLEAR_LINE);
    unfinished = false;
  };
  return {
    print: (line) => {
      clear();
      stdout.write(`${line}\n`);
    },
    write: async (text) => {
      clear();
      if (!stdout.write(text)) await once(stdout, 'drain');
    },
    note: (line) => {
      clear();
      stderr.write(`${line}\n`);
    },
    progress: (line) => {
      if (!stderr.isTTY) return;
      stderr.write(`${CLEAR_LINE}${line}`);
      unfinished = true;
    },
    ask: async (question) => {
      if (!stdin.isTTY) return false;
      const questions = createInterface({ input: stdin, output: stderr });
      questions.once('SIGINT', onInterrupt);
      // Ctrl-D closes it, and so does whoever asks to stop.
      const closed = once(questions, 'close').then(() => '');
      const close = (): void => questions.close();
      signal.addEventListener('abort', close, { once: true });
      const answer = await Promise.race([questions.question(`${question} [y/N] `), closed]);
      signal.removeEventListener('abort', close);
      close();
      if (signal.aborted) stderr.write('\n');
      return /^y(es)?$/i.test(answer.trim());
    },
  };
}

/** Texts in columns as wide as they need; columns of numbers stand to the right. */
export function table(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const cells = [head, ...rows.map((row) => row.map(String))];
  const widths = head.map((_, column) => Math.max(...cells.map((row) => [...(row[column] ?? '')].length)));
  const isNumber = head.map(
    (_, column) => rows.length > 0 && rows.every((row) => typeof row[column] === 'number'),
  );
  const lineOf = (row: readonly string[]): string =>
    row
      .map((cell, column) => {
        const gap = ' '.repeat((widths[column] ?? 0) - [...cell].length);
        return isNumber[column] ? gap + cell : cell + gap;
      })
      .join('  ')
      .trimEnd();
  return cells.map(lineOf).join('\n');
}
