import type { Console } from '../console.ts';
import type { Problem } from './problem.ts';
import { showProblems } from './show-problems.ts';

const listLines = (problems: readonly Problem[]): readonly string[] => {
  const texts: string[] = [];
  showProblems({ print: (text: string) => void texts.push(text) } as Partial<Console> as Console, problems);
  return texts.join('\n').split('\n');
};

const missingNotification = { kind: 'rows', subject: 'account-1', expected: 6, actual: 5 };
const notificationProblem: Problem = { readModel: 'notifications', ...missingNotification };
const postProblem: Problem = { readModel: 'posts', kind: 'likes', subject: 'post-1', expected: 1, actual: 2 };
const behindProblem: Problem = { kind: 'behind', subject: 'posts', expected: 'the log', actual: 'less' };
const logProblem: Problem = {
  kind: 'hash-chain',
  subject: 'post-1@3',
  expected: 'a hash',
  actual: 'another',
};

test('shows the read model of each problem and the command that repairs them', () => {
  const lines = listLines([notificationProblem, notificationProblem, postProblem, behindProblem]);
  expect(lines).toContainEqual(expect.stringMatching(/^notifications +rows +account-1 +6 +5$/));
  expect(lines.at(-1)).toBe('Repair: npx kindra replay notifications posts');
});

test.each([[[behindProblem]], [[logProblem, postProblem]]])(
  'shows no repair if no replay helps or the log has problems: %j',
  (problems) => {
    expect(listLines(problems).at(-1)).toBe('What to do about each kind is in docs/runbook.md.');
  },
);
