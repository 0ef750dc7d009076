import { relative } from 'node:path';

/**
 * Maximum length of a failure message, in characters. Failures in web client tests print the whole page, but its first
 * part is sufficient.
 */
const MAX_FAILURE_LENGTH = 4_000;

const shorten = (text) => (text.length > MAX_FAILURE_LENGTH ? `${text.slice(0, MAX_FAILURE_LENGTH)}…` : text);

/** Jest reporter that prints one line per test file, and the details of failures. */
export default class BriefReporter {
  onTestResult(_test, { testFilePath, testResults, failureMessage, perfStats, console: printed }) {
    const name = relative(process.cwd(), testFilePath);
    const passedCount = testResults.filter(({ status }) => status === 'passed').length;
    const seconds = ((perfStats.end - perfStats.start) / 1000).toFixed(1);
    console.log(
      `${failureMessage ? '✗' : '✓'} ${name}: ${passedCount} of ${testResults.length} (${seconds} s)`,
    );
    if (!failureMessage) return;
    console.log(shorten(failureMessage));
    for (const { message } of printed ?? []) console.log(shorten(message));
  }
}
