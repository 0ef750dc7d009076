/**
 * `node scripts/bundle.mjs MODULE` bundles a TypeScript module into `node_modules/.cache` and prints the bundle's path.
 */
import { existsSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { BUNDLES, getBundleRecord, hashBundleSources, root } from './prepare.mjs';
import { keepLines } from './source-map-lines.mjs';

/** Sets `import.meta.url` to the URL of the source file, because modules locate files relative to it. */
const sourceUrls = {
  name: 'source-urls',
  setup: ({ onLoad }) => {
    onLoad({ filter: /\.ts$/ }, ({ path }) => {
      const url = JSON.stringify(pathToFileURL(path).href);
      return { contents: readFileSync(path, 'utf8').replaceAll('import.meta.url', url), loader: 'ts' };
    });
  },
};

/**
 * Escapes characters outside Latin-1 that esbuild leaves in regular expressions. If a file contains such a character, V8
 * keeps the file in memory with two bytes per character.
 */
const escapeNonLatin1 = (text) =>
  text.replace(/[^\0-\xff]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** Writes a file atomically, because another process may be loading it. */
const writeAtomically = (path, text) => {
  const temporaryPath = `${path}.${process.pid}`;
  writeFileSync(temporaryPath, text);
  renameSync(temporaryPath, path);
};

/** Writes a file, unless it exists. Names are derived from the content. */
const writeOnce = ({ path, text }, _, files) => {
  if (existsSync(path)) return;
  const code = files.find((file) => `${file.path}.map` === path);
  writeAtomically(
    path,
    code ? JSON.stringify(keepLines(JSON.parse(text), code.text)) : escapeNonLatin1(text),
  );
};

const startedAt = Date.now();
const entry = process.argv[2];
const { metafile, outputFiles } = await build({
  absWorkingDir: root,
  entryPoints: [entry],
  outdir: BUNDLES,
  outExtension: { '.js': '.mjs' },
  // File names contain content hashes, because running processes load parts of older bundles on demand.
  entryNames: '[name]-[hash]',
  chunkNames: 'part-[hash]',
  bundle: true,
  splitting: true,
  packages: 'external',
  platform: 'node',
  format: 'esm',
  target: 'node20',
  sourcemap: 'linked',
  sourcesContent: false,
  metafile: true,
  write: false,
  logLevel: 'error',
  plugins: [sourceUrls],
});
mkdirSync(BUNDLES, { recursive: true });
outputFiles.forEach(writeOnce);
const [output] = Object.entries(metafile.outputs).find(([, { entryPoint }]) => entryPoint === entry);
const sources = Object.keys(metafile.inputs);
// If a source was changed meanwhile, the next start bundles again.
if (sources.every((path) => statSync(join(root, path)).mtimeMs < startedAt))
  writeAtomically(
    getBundleRecord(entry),
    JSON.stringify({
      output,
      files: Object.keys(metafile.outputs),
      sources,
      hash: hashBundleSources(sources),
    }),
  );
process.stdout.write(join(root, output));
