import { relative } from 'node:path';

/** A failure of the web client shows the whole page, which says little after the first part. */
const LONGEST = 4_000;

const shortened = (text) => (text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text);

/** Says in one line how each file of tests went, and all that is known of a failure. */
export default class BriefReporter {
  onTestResult(_test, { testFilePath, testResults, failureMessage, perfStats, console: printed }) {
    const name = relative(process.cwd(), testFilePath);
    const passed = testResults.filter(({ status }) => status === 'passed').length;
    const seconds = ((perfStats.end - perfStats.start) / 1000).toFixed(1);
    console.log(`${failureMessage ? '✗' : '✓'} ${name}: ${passed} of ${testResults.length} (${seconds} s)`);
    if (!failureMessage) return;
    console.log(shortened(failureMessage));
    for (const { message } of printed ?? []) console.log(shortened(message));
  }
}
