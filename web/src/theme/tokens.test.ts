import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const SOURCES = join(dirname(fileURLToPath(import.meta.url)), '..');

/** Returns the contents of client files whose names match `endings`, by path. */
const readFiles = (endings: RegExp): ReadonlyMap<string, string> =>
  new Map(
    readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
      .filter((path) => endings.test(path))
      .map((path) => [path, readFileSync(join(SOURCES, path), 'utf8')]),
  );

const findAll = (text: string, pattern: RegExp): readonly string[] =>
  Array.from(text.matchAll(pattern), ([, name = '']) => name);

test('style sheets use only custom properties that are defined', () => {
  const definitions = [...readFiles(/\.css$|(?<!\.test)\.tsx?$/).values()];
  const defined = new Set(definitions.flatMap((text) => findAll(text, /(--[a-z][a-z0-9-]*)['"]?\]?:/g)));
  const unknown = [...readFiles(/\.css$/)].flatMap(([path, text]) =>
    findAll(text, /var\((--[a-z][a-z0-9-]*)/g)
      .filter((name) => !defined.has(name))
      .map((name) => `${path}: ${name}`),
  );
  expect(unknown).toEqual([]);
});
