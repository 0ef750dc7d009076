import { type Console, formatTable } from '../console.ts';
import { BEHIND, MAX_PROBLEMS, type Problem, UNREADABLE } from './problem.ts';

/** Prints problems as a table with the command that repairs them, or that there are none. */
export function showProblems(console: Console, problems: readonly Problem[]): void {
  if (problems.length === 0) {
    console.print('No problems found.');
    return;
  }
  const formatValue = (value: unknown): string =>
    typeof value === 'object' ? JSON.stringify(value) : String(value);
  const rows = problems.map(({ readModel, kind, subject, expected, actual }) => [
    readModel ?? '',
    kind,
    subject,
    formatValue(expected),
    formatValue(actual),
  ]);
  const prefix = problems.length === MAX_PROBLEMS ? 'At least ' : '';
  console.print(`${prefix}${problems.length} ${problems.length === 1 ? 'problem' : 'problems'}:\n`);
  console.print(formatTable(['read model', 'kind', 'subject', 'expected', 'actual'], rows));
  console.print('\nWhat to do about each kind is in docs/runbook.md.');
  const readModels = findRepairableReadModels(problems);
  if (readModels.length > 0) console.print(`Repair: npx kindra replay ${readModels.join(' ')}`);
}

/** Returns the read models to replay. Returns none if the log has problems, because a replay would copy them. */
function findRepairableReadModels(problems: readonly Problem[]): readonly string[] {
  const hasLogProblem = problems.some(
    ({ readModel, kind }) => readModel === undefined && kind !== BEHIND && kind !== UNREADABLE,
  );
  if (hasLogProblem) return [];
  return [...new Set(problems.flatMap(({ readModel }) => readModel ?? []))];
}
