import { once } from 'node:events';
import { createInterface } from 'node:readline/promises';
import { describeFullDisk } from '../../adapters/describe-outage.ts';

/** Input and output of a command. */
export interface Console {
  readonly print: (line: string) => void;
  /** Writes a chunk of a long output. Resolves when stdout can accept more. */
  readonly write: (text: string) => Promise<void>;
  /** Prints a progress message or a hint to stderr. */
  readonly printNote: (line: string) => void;
  /** Overwrites the last progress line on a terminal; prints nothing elsewhere. */
  readonly showProgress: (line: string) => void;
  /** Prompts for confirmation. Resolves with false if nobody can answer or the command is being stopped. */
  readonly ask: (question: string) => Promise<boolean>;
}

/** A failure whose message is shown to the operator. Results in exit status 1. */
export class CommandFailed extends Error {
  override readonly name = 'CommandFailed';
}

const CLEAR_LINE = '\r\u001b[2K';

/** Callbacks and the abort signal of a console. */
export interface ConsoleListeners {
  /** Called when the process that reads stdout has closed it, as `head` does. */
  readonly onOutputClosed: () => void;
  /** Called on Ctrl-C during a prompt, when the process receives no SIGINT. */
  readonly onInterrupt: () => void;
  /** Aborting it cancels a pending prompt. */
  readonly signal: AbortSignal;
}

type MaybeTerminal<Stream> = Stream & { readonly isTTY?: boolean };

/** Input and output streams of a command: a terminal, or files and pipes. */
export interface Terminal {
  readonly stdin: MaybeTerminal<NodeJS.ReadableStream>;
  readonly stdout: NodeJS.WritableStream;
  readonly stderr: MaybeTerminal<NodeJS.WritableStream>;
}

/** Creates a command's console. */
export function createConsole(
  { stdin, stdout, stderr }: Terminal,
  { onOutputClosed, onInterrupt, signal }: ConsoleListeners,
): Console {
  let hasProgressLine = false;
  stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') return onOutputClosed();
    const reason = describeFullDisk(error) ?? `${error.message}.`;
    // Exits only when the message is written, because stderr can be a pipe.
    stderr.write(`The output could not be written. ${reason}\n`, () => process.exit(1));
  });
  const clearProgress = (): void => {
    if (hasProgressLine) stderr.write(CLEAR_LINE);
    hasProgressLine = false;
  };
  return {
    print: (line) => {
      clearProgress();
      stdout.write(`${line}\n`);
    },
    write: async (text) => {
      clearProgress();
      if (!stdout.write(text)) await once(stdout, 'drain');
    },
    printNote: (line) => {
      clearProgress();
      stderr.write(`${line}\n`);
    },
    showProgress: (line) => {
      if (!stderr.isTTY) return;
      stderr.write(`${CLEAR_LINE}${line}`);
      hasProgressLine = true;
    },
    ask: async (question) => {
      if (!stdin.isTTY) return false;
      const lineReader = createInterface({ input: stdin, output: stderr });
      lineReader.once('SIGINT', onInterrupt);
      // Closed by Ctrl-D or by the signal.
      const closePromise = once(lineReader, 'close').then(() => '');
      const close = (): void => lineReader.close();
      signal.addEventListener('abort', close, { once: true });
      const answer = await Promise.race([lineReader.question(`${question} [y/N] `), closePromise]);
      signal.removeEventListener('abort', close);
      close();
      if (signal.aborted) stderr.write('\n');
      return /^y(es)?$/i.test(answer.trim());
    },
  };
}

/** Formats rows as aligned columns. Numbers are right-aligned. */
export function formatTable(
  header: readonly string[],
  rows: readonly (readonly (string | number)[])[],
): string {
  const cells = [header, ...rows.map((row) => row.map(String))];
  const widths = header.map((_, column) => Math.max(...cells.map((row) => [...(row[column] ?? '')].length)));
  const numericColumns = header.map(
    (_, column) => rows.length > 0 && rows.every((row) => typeof row[column] === 'number'),
  );
  const formatLine = (row: readonly string[]): string =>
    row
      .map((cell, column) => {
        const gap = ' '.repeat((widths[column] ?? 0) - [...cell].length);
        return numericColumns[column] ? gap + cell : cell + gap;
      })
      .join('  ')
      .trimEnd();
  return cells.map(formatLine).join('\n');
}
