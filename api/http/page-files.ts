import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const MANIFEST = '/.vite/manifest.json';

/** Build manifest: the output file and the imports of each client module, by module name. */
type Manifest = Readonly<Record<string, ManifestChunk>>;

interface ManifestChunk {
  readonly file: string;
  readonly imports?: readonly string[];
}

/** Reads a file of the built client. Returns `defaultText` if the file does not exist. */
export const readBuiltFile = (folder: string, path: string, defaultText: string): string =>
  existsSync(join(folder, path)) ? readFileSync(join(folder, path), 'utf8') : defaultText;

/** Reads the build manifest of the client. */
export const readManifest = (folder: string): Manifest => JSON.parse(readBuiltFile(folder, MANIFEST, '{}'));

/** Finds the files of the modules and their static imports, except those that `index.html` already references. */
function findPreloadFiles(
  indexHtml: string,
  manifest: Manifest,
  modules: readonly string[],
): readonly string[] {
  const files = new Set<string>();
  const addFiles = (name: string): void => {
    const chunk = manifest[name];
    if (!chunk || files.has(chunk.file)) return;
    files.add(chunk.file);
    for (const importedName of chunk.imports ?? []) addFiles(importedName);
  };
  for (const module of modules) addFiles(module);
  return [...files].filter((file) => !indexHtml.includes(file));
}

/** Creates the HTML elements that load modules in parallel with the entry module. */
export const createPreloads = (indexHtml: string, manifest: Manifest, modules: readonly string[]): string =>
  findPreloadFiles(indexHtml, manifest, modules)
    .map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`)
    .join('');
