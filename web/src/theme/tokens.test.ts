import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
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

/** Returns the classes that components take from style modules, by path of the module. A `*` means any class. */
function collectUsedClasses(): ReadonlyMap<string, ReadonlySet<string>> {
  const usedClasses = new Map<string, Set<string>>();
  for (const [path, text] of readFiles(/(?<!\.test)\.tsx?$/))
    for (const [, styles, module = ''] of text.matchAll(/import (\w+) from '([^']+\.module\.css)'/g)) {
      const modulePath = normalize(join(dirname(path), module));
      const classes = usedClasses.get(modulePath) ?? new Set();
      usedClasses.set(modulePath, classes);
      for (const name of findAll(text, new RegExp(`\\b${styles}\\.(?!module\\b)(\\w+)`, 'g')))
        classes.add(name);
      if (text.includes(`${styles}[`)) classes.add('*');
    }
  return usedClasses;
}

test('style modules define exactly the classes that components use', () => {
  const usedClasses = collectUsedClasses();
  const differences = [...readFiles(/\.module\.css$/)].flatMap(([path, text]) => {
    const defined = new Set(findAll(text.replaceAll(/\{[^{}]*\}/g, ''), /\.([a-zA-Z][\w-]*)/g));
    const used = usedClasses.get(path) ?? new Set();
    const missing = [...used].filter((name) => name !== '*' && !defined.has(name));
    const unused = used.has('*') ? [] : [...defined].filter((name) => !used.has(name));
    return [
      ...missing.map((name) => `${path}: .${name} is not defined`),
      ...unused.map((name) => `${path}: .${name} is not used`),
    ];
  });
  expect(differences).toEqual([]);
});
