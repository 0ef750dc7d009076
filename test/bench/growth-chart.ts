import { type BenchmarkRow, formatNumber } from './rows.ts';
import { escapeXml } from './xml.ts';

const WIDTH = 820;
const HEIGHT = 460;
const PLOT = { left: 60, top: 40, right: 560, bottom: 420 } as const;
const COLORS = ['#2e7d4f', '#c2410c', '#4b6a9b', '#7c3aed', '#b45309', '#0e7490', '#be185d', '#4d7c0f'];

interface Point {
  readonly size: number;
  readonly rate: number;
}

interface Scale {
  readonly toPixel: (value: number) => number;
  readonly ticks: readonly number[];
}

/** Creates a logarithmic scale whose ends are powers of ten and that includes all values. */
function createScale(values: readonly number[], startPixel: number, endPixel: number): Scale {
  const firstExponent = Math.floor(Math.log10(Math.min(...values)));
  const lastExponent = Math.max(firstExponent + 1, Math.ceil(Math.log10(Math.max(...values))));
  return {
    toPixel: (value) =>
      startPixel +
      ((Math.log10(value) - firstExponent) / (lastExponent - firstExponent)) * (endPixel - startPixel),
    ticks: Array.from(
      { length: lastExponent - firstExponent + 1 },
      (_, index) => 10 ** (firstExponent + index),
    ),
  };
}

const groupBySeries = (rows: readonly BenchmarkRow[]): ReadonlyMap<string, readonly Point[]> => {
  const groups = new Map<string, Point[]>();
  for (const { series, size, rate } of rows)
    if (series !== undefined && size !== undefined)
      groups.set(series, [...(groups.get(series) ?? []), { size, rate }]);
  return groups;
};

function drawAxes(x: Scale, y: Scale, unit: string): readonly string[] {
  return [
    ...x.ticks.map((tick) => {
      const position = x.toPixel(tick).toFixed(1);
      return `<line x1="${position}" x2="${position}" y1="${PLOT.top}" y2="${PLOT.bottom}" stroke="#e5e7eb"/><text x="${position}" y="${PLOT.bottom + 18}" text-anchor="middle">${formatNumber(tick)}</text>`;
    }),
    ...y.ticks.map((tick) => {
      const position = y.toPixel(tick).toFixed(1);
      return `<line x1="${PLOT.left}" x2="${PLOT.right}" y1="${position}" y2="${position}" stroke="#e5e7eb"/><text x="${PLOT.left - 6}" y="${position}" text-anchor="end" dominant-baseline="middle">${formatNumber(tick)} ${unit}</text>`;
    }),
  ];
}

function drawLine(name: string, points: readonly Point[], index: number, x: Scale, y: Scale): string {
  const color = COLORS[index % COLORS.length];
  const coordinates = points.map(
    ({ size, rate }) => `${x.toPixel(size).toFixed(1)},${y.toPixel(rate).toFixed(1)}`,
  );
  const dots = coordinates.map((coordinate) => {
    const [left, top] = coordinate.split(',');
    return `<circle cx="${left}" cy="${top}" r="3.5" fill="${color}"/>`;
  });
  const label = PLOT.top + 12 + index * 22;
  return [
    `<polyline points="${coordinates.join(' ')}" fill="none" stroke="${color}" stroke-width="2"/>`,
    ...dots,
    `<rect x="${PLOT.right + 24}" y="${label - 10}" width="12" height="12" fill="${color}"/>`,
    `<text x="${PLOT.right + 44}" y="${label}">${escapeXml(name)}</text>`,
  ].join('');
}

/** Draws the series of a growth benchmark as an SVG image with logarithmic scales. */
export function drawGrowth(title: string, rows: readonly BenchmarkRow[]): string {
  const groups = groupBySeries(rows);
  const points = [...groups.values()].flat();
  const x = createScale(
    points.map(({ size }) => size),
    PLOT.left,
    PLOT.right,
  );
  const y = createScale(
    points.map(({ rate }) => rate),
    PLOT.bottom,
    PLOT.top,
  );
  const unit = rows.find(({ series }) => series !== undefined)?.unit ?? '';
  const label = escapeXml(title);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${label}"`,
    ' font-family="system-ui, sans-serif" font-size="12">',
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="#ffffff"/>`,
    `<text x="12" y="20" font-size="14" font-weight="600">${label}</text>`,
    ...drawAxes(x, y, unit),
    ...[...groups].map(([name, own], index) => drawLine(name, own, index, x, y)),
    '</svg>\n',
  ].join('\n');
}
