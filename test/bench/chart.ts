import { drawGrowth } from './growth-chart.ts';
import { type BenchmarkRow, formatNumber } from './rows.ts';
import { escapeXml } from './xml.ts';

const WIDTH = 820;
const BAR_WIDTH = 420;
const ROW_HEIGHT = 46;
const LEFT_MARGIN = 12;
const TOP_MARGIN = 34;

const COLORS = { met: '#2e7d4f', missed: '#c2410c', informs: '#4b6a9b', limit: '#6b7280', goal: '#111827' };

const chooseColor = ({ isMet }: BenchmarkRow): string =>
  isMet === undefined ? COLORS.informs : isMet ? COLORS.met : COLORS.missed;

const formatFigures = ({ rate, unit, limit, goal }: BenchmarkRow): string =>
  [
    `${formatNumber(rate)} ${unit}`,
    ...(limit === undefined ? [] : [`limit ${formatNumber(limit)}`]),
    ...(goal ? [`goal ${goal}`] : []),
  ].join(' · ');

/** Draws one row on its own scale: the figure as a bar, the limit as a grey bar, the goal as a dashed line. */
function drawRow(row: BenchmarkRow, index: number): string {
  const { what, rate, limit = 0, goalRate = 0 } = row;
  const y = TOP_MARGIN + index * ROW_HEIGHT;
  const scale = BAR_WIDTH / (Math.max(rate, limit, goalRate) || 1);
  const formatWidth = (value: number): string => (value * scale).toFixed(1);
  const drawBar = (top: number, height: number, value: number, color: string): string =>
    `<rect x="${LEFT_MARGIN}" y="${top}" width="${formatWidth(value)}" height="${height}" fill="${color}"/>`;
  const goalX = (LEFT_MARGIN + goalRate * scale).toFixed(1);
  return [
    `<text x="${LEFT_MARGIN}" y="${y + 12}">${escapeXml(what)}</text>`,
    drawBar(y + 18, 12, rate, chooseColor(row)),
    limit > 0 ? drawBar(y + 31, 4, limit, COLORS.limit) : '',
    goalRate > 0
      ? `<line x1="${goalX}" x2="${goalX}" y1="${y + 15}" y2="${y + 38}" stroke="${COLORS.goal}" stroke-dasharray="3 2"/>`
      : '',
    `<text x="${LEFT_MARGIN + BAR_WIDTH + 12}" y="${y + 29}" fill="#374151">${escapeXml(formatFigures(row))}</text>`,
  ].join('');
}

/**
 * Draws the rows of a benchmark as an SVG image. Growth benchmarks are drawn as line charts, all others as bar charts.
 */
export const drawChart = (title: string, rows: readonly BenchmarkRow[]): string =>
  rows.some(({ series }) => series !== undefined) ? drawGrowth(title, rows) : drawBars(title, rows);

function drawBars(title: string, rows: readonly BenchmarkRow[]): string {
  const height = TOP_MARGIN + rows.length * ROW_HEIGHT + 8;
  const label = escapeXml(title);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="${label}"`,
    ' font-family="system-ui, sans-serif" font-size="12">',
    `<rect width="${WIDTH}" height="${height}" fill="#ffffff"/>`,
    `<text x="${LEFT_MARGIN}" y="20" font-size="14" font-weight="600">${label}</text>`,
    ...rows.map(drawRow),
    '</svg>\n',
  ].join('\n');
}
