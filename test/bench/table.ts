import type { BenchmarkResult, Regression } from './results.ts';
import { type BenchmarkRow, formatNumber } from './rows.ts';

const HEADINGS = ['what', 'figure', '', 'limit', '', 'ratio', 'goal', ''];
const NUMERIC_COLUMNS = new Set([1, 3, 5]);

const toCells = (row: BenchmarkRow): readonly string[] => [
  row.what,
  formatNumber(row.rate),
  row.unit,
  row.limit === undefined ? '' : formatNumber(row.limit),
  row.limitName ?? '',
  row.ratio === undefined ? '' : formatNumber(row.ratio),
  row.goal ?? '',
  row.isMet === undefined ? '' : row.isMet ? 'met' : 'MISSED',
];

export const summarizeFailure = (failure: string): string => failure.split('\n')[0] ?? '';

/** Returns the cells of all rows. A failed benchmark has one row with the failure. */
const toTable = (results: readonly BenchmarkResult[]): readonly (readonly string[])[] =>
  results.flatMap(({ name, rows, failure }) => [
    ...rows.map(toCells),
    ...(failure ? [[`${name} FAILED: ${summarizeFailure(failure)}`, '', '', '', '', '', '', '']] : []),
  ]);

/** Formats results as a plain-text table. */
export function formatTable(results: readonly BenchmarkResult[]): string {
  const cells = toTable(results);
  const widths = HEADINGS.map((heading, column) =>
    Math.max(heading.length, ...cells.map((row) => (row[1] === '' ? 0 : (row[column]?.length ?? 0)))),
  );
  const formatLine = (row: readonly string[]): string =>
    row
      .map((cell, column) =>
        NUMERIC_COLUMNS.has(column) ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0),
      )
      .join('  ')
      .trimEnd();
  return [
    formatLine(HEADINGS),
    formatLine(widths.map((width) => '─'.repeat(width))),
    ...cells.map(formatLine),
  ].join('\n');
}

const escapeCell = (text: string): string => text.replaceAll('|', '\\|');

/** Formats the rows of one benchmark as a Markdown table. */
export function formatMarkdownTable(rows: readonly BenchmarkRow[]): string {
  const lines = rows.map((row) => {
    const [what, rate, unit, limit, limitName, ratio, goal, isMet] = toCells(row).map(escapeCell);
    const limitCell = limit ? `${limit} (${limitName})` : '';
    const goalCell = goal ? `${goal}: ${isMet === 'met' ? 'met' : '**missed**'}` : '';
    return `| ${what} | ${rate} ${unit} | ${limitCell} | ${ratio} | ${goalCell} |`;
  });
  return ['| what | figure | limit | ratio | goal |', '|---|---|---|---|---|', ...lines].join('\n');
}

export const formatRegression = ({ name, what, before, after }: Regression): string =>
  `${name}: ${what}: ${formatNumber(before)} → ${formatNumber(after)} (${Math.round((after / before - 1) * 100)} %)`;
