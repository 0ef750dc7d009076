import { type Console, formatTable } from '../console.ts';
import { MAX_PROBLEMS, type Problem } from './problem.ts';

/** Prints problems as a table, or that there are none. */
export function showProblems(console: Console, problems: readonly Problem[]): void {
  if (problems.length === 0) {
    console.print('No problems found.');
    return;
  }
  const formatValue = (value: unknown): string =>
    typeof value === 'object' ? JSON.stringify(value) : String(value);
  const rows = problems.map(({ kind, subject, expected, actual }) => [
    kind,
    subject,
    formatValue(expected),
    formatValue(actual),
  ]);
  const prefix = problems.length === MAX_PROBLEMS ? 'At least ' : '';
  console.print(`${prefix}${problems.length} ${problems.length === 1 ? 'problem' : 'problems'}:\n`);
  console.print(formatTable(['kind', 'subject', 'expected', 'actual'], rows));
  console.print('\nWhat to do about each kind is in docs/runbook.md.');
}
