import { confirm } from '../../../workers/cli/command.ts';
import type { Console } from '../../../workers/cli/console.ts';

test('does not ask the question after a request to stop', async () => {
  const abortController = new AbortController();
  abortController.abort();
  let questionCount = 0;
  const countQuestion = async () => {
    questionCount += 1;
    return true;
  };
  const ignoreOutput = () => {};
  const console: Console = {
    print: ignoreOutput,
    write: async () => {},
    printNote: ignoreOutput,
    showProgress: ignoreOutput,
    ask: countQuestion,
  };
  const confirmation = confirm({ console, signal: abortController.signal }, {}, 'Go on?');
  await expect(confirmation).rejects.toBe(abortController.signal.reason);
  expect(questionCount).toBe(0);
});
