import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { drawChart } from './chart.ts';
import { type BenchmarkRecord, type BenchmarkResult, isSameMachine, type Regression } from './results.ts';
import { formatMarkdownTable, formatRegression, summarizeFailure } from './table.ts';

const BEGIN = '<!-- Written by npm run bench: begin -->';
const END = '<!-- Written by npm run bench: end -->';

function formatChanges(
  { size, machine }: BenchmarkRecord,
  regressions: readonly Regression[],
  baseline: BenchmarkRecord | undefined,
): string {
  if (baseline?.size !== size) return 'There was no earlier run of this size to compare with.';
  const period = `since the run before${isSameMachine(baseline.machine, machine) ? '' : ', which was on another machine'}`;
  if (regressions.length === 0) return `No ratio fell by more than 15 % ${period}.`;
  const lines = regressions.map((regression) => `- ${formatRegression(regression)}`);
  return `Ratios that fell by more than 15 % ${period}:\n\n${lines.join('\n')}`;
}

function formatResult({ name, measuredAt, seconds, rows, failure }: BenchmarkResult): string {
  return [
    `### Benchmark ${name}`,
    `Measured on ${measuredAt} in ${Math.round(seconds)} s.`,
    ...(failure ? [`**Failed**: ${summarizeFailure(failure)}.`] : []),
    ...(rows.length > 0
      ? [formatMarkdownTable(rows), `![Chart of the benchmark ${name}](performance/${name}.svg)`]
      : []),
  ].join('\n\n');
}

/**
 * Formats the generated part of the page.
 * @param baseline the earlier record against which the regressions were found
 */
export function formatResults(
  record: BenchmarkRecord,
  regressions: readonly Regression[],
  baseline: BenchmarkRecord | undefined,
): string {
  const { size, machine, results } = record;
  const { processor, cores, memoryGb, system, node, postgres } = machine;
  return [
    '## Results of the benchmarks',
    formatChanges(record, regressions, baseline),
    `Machine: ${processor}, ${cores} cores, ${memoryGb} GB of memory, ${system}. Node.js ${node}, PostgreSQL ${postgres} with its data on disk and fsync on. Data of the size \`${size}\`.`,
    'The ratio is the speed as a share of a limit that is measured in the same run: figure / limit for rates, limit / figure for times and memory. In the charts, each row has a scale of its own. A bar is green when it meets its goal and orange when it misses it; the grey bar below is the limit, and the dashed line is the goal.',
    ...results.map(formatResult),
  ].join('\n\n');
}

/**
 * Replaces the generated part of a page. The rest of the page does not change.
 * @throws Error if the page has no generated part
 */
export function replaceGeneratedPart(page: string, generatedPart: string): string {
  const [start, end] = [page.indexOf(BEGIN), page.indexOf(END)];
  if (start < 0 || end < start) throw new Error(`The page has no part between ${BEGIN} and ${END}.`);
  return `${page.slice(0, start + BEGIN.length)}\n${generatedPart}\n${page.slice(end)}`;
}

/** Writes the results and charts of a record to `performance.md` and `performance/` in a folder. */
export async function writePerformancePage(
  folder: string,
  record: BenchmarkRecord,
  regressions: readonly Regression[],
  baseline: BenchmarkRecord | undefined,
): Promise<void> {
  const path = join(folder, 'performance.md');
  const page = await readFile(path, 'utf8');
  await writeFile(path, replaceGeneratedPart(page, formatResults(record, regressions, baseline)));
  await mkdir(join(folder, 'performance'), { recursive: true });
  for (const { name, rows } of record.results)
    if (rows.length > 0) await writeFile(join(folder, 'performance', `${name}.svg`), drawChart(name, rows));
}
