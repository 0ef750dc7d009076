import { SourceMap, type SourceMapPayload } from 'node:module';
import { transformSync } from 'esbuild';
// @ts-expect-error: a script without types
import { keepLines as keepLinesOfMap } from '../../scripts/source-map-lines.mjs';

const keepLines = keepLinesOfMap as (map: SourceMapPayload, code: string) => SourceMapPayload;

const SOURCE = `interface Removed {
  readonly field: string;
}

export const fail = (removed: Removed): never => {
  const parts = [removed.field,
    removed.field.toUpperCase()];

  throw new Error(parts.join(', '));
};
`;

test('keeps one segment per line, which maps to the same source line', () => {
  const { code, map } = transformSync(SOURCE, { loader: 'ts', sourcemap: true, sourcefile: 'source.ts' });
  const fullPayload = JSON.parse(map) as SourceMapPayload;
  const linesPayload = keepLines(fullPayload, code);
  expect(linesPayload.mappings).not.toContain(',');
  const [fullMap, linesMap] = [new SourceMap(fullPayload), new SourceMap(linesPayload)];
  const findLine = (sourceMap: SourceMap, line: number, column: number) => {
    const entry = sourceMap.findEntry(line, column);
    return 'originalLine' in entry ? [entry.originalSource, entry.originalLine] : null;
  };
  const lines = code.split('\n').slice(0, -1);
  expect(lines.length).toBeGreaterThan(4);
  for (const [n, line] of lines.entries())
    expect(findLine(linesMap, n, line.length)).toEqual(
      findLine(fullMap, n, line.length - line.trimStart().length),
    );
});
