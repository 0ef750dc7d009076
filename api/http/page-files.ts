import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const MANIFEST = '/.vite/manifest.json';

/** Manifest of the build: the file and the imports of each module of the client, by module name. */
export type Manifest = Readonly<Record<string, ManifestChunk>>;

interface ManifestChunk {
  readonly file: string;
  readonly imports?: readonly string[];
}

/** Reads a file of the built client. Returns the default if the file does not exist. */
export const readBuiltFile = (folder: string, path: string, defaultText: string): string =>
  existsSync(join(folder, path)) ? readFileSync(join(folder, path), 'utf8') : defaultText;

/** Reads the manifest of the built client. */
export const readManifest = (folder: string): Manifest => JSON.parse(readBuiltFile(folder, MANIFEST, '{}'));

/**
 * Returns the files of modules and of their static imports, without those that the index page already
 * references.
 */
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

/** Creates the HTML elements that load modules in parallel with the code of the index page. */
export const createPreloads = (indexHtml: string, manifest: Manifest, modules: readonly string[]): string =>
  findPreloadFiles(indexHtml, manifest, modules)
    .map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`)
    .join('');
