import { once } from 'node:events';
import { Readable, Writable } from 'node:stream';
import { jest } from '@jest/globals';
import { createConsole } from '../../../workers/cli/console.ts';
import { createCollector } from '../../support/kindra-command.ts';

/** Creates a stream whose writes fail. */
const createFailingStream = (error: Error) =>
  new Writable({ write: (_chunk, _encoding, callback) => callback(error) });

/** Prints to an output that fails. Returns the error output, the exit status and whether the output counts as closed. */
async function printTo(error: Error) {
  const exitSpy = jest.spyOn(process, 'exit').mockImplementation((() => {}) as typeof process.exit);
  const { stream: stderr, text } = createCollector();
  const stdout = createFailingStream(error);
  const onOutputClosed = jest.fn();
  const { signal } = new AbortController();
  const console = createConsole(
    { stdin: Readable.from([]), stdout, stderr },
    { onOutputClosed, onInterrupt: () => {}, signal },
  );
  console.print('a line');
  // `once` would reject with the error of the stream.
  await new Promise<void>((resolve) => stdout.on('close', resolve));
  stderr.end();
  await once(stderr, 'finish');
  const exits = exitSpy.mock.calls.flat();
  exitSpy.mockRestore();
  return { errors: text(), exits, isClosed: onOutputClosed.mock.calls.length > 0 };
}

const createWriteError = (code: string, message: string): Error =>
  Object.assign(new Error(`${code}: ${message}, write`), { code });

test.each([
  [
    'a full disk',
    createWriteError('ENOSPC', 'no space left on device'),
    'The output could not be written. The disk is full. Free space and try again.\n',
  ],
  [
    'a file that is too large',
    createWriteError('EFBIG', 'file too large'),
    'The output could not be written. EFBIG: file too large, write.\n',
  ],
])('an output that cannot be written ends the command with a sentence: %s', async (_name, error, errors) => {
  expect(await printTo(error)).toEqual({ errors, exits: [1], isClosed: false });
});

test('an output whose reader has stopped prints nothing', async () => {
  const error = createWriteError('EPIPE', 'broken pipe');
  expect(await printTo(error)).toEqual({ errors: '', exits: [], isClosed: true });
});
