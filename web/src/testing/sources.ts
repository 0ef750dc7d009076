import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

/** Root folder of the project. */
const ROOT = join(dirname(fileURLToPath(import.meta.url)), '../../..');

const isSource = (path: string): boolean => /\.tsx?$/.test(path) && !/\.test\.|\.d\.ts$/.test(path);

/** Returns the parsed sources in the given project folders, without tests. */
export function readSources(...folders: readonly string[]): readonly ts.SourceFile[] {
  return folders
    .flatMap((folder) =>
      readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
        .filter(isSource)
        .map((path) => join(ROOT, folder, path)),
    )
    .map((path) =>
      ts.createSourceFile(relative(ROOT, path), readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true),
    );
}

/** Visits a node and its descendants. If `visit` returns false, the descendants of the node are skipped. */
export function visitNodes(node: ts.Node, visit: (node: ts.Node) => boolean | undefined): void {
  if (visit(node) !== false) ts.forEachChild(node, (child) => visitNodes(child, visit));
}

/** Returns the text of a literal, with `5` for each placeholder, or null for any other node. */
export function getLiteralText(node: ts.Node): string | null {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return null;
  return node.head.text + node.templateSpans.map(({ literal }) => `5${literal.text}`).join('');
}

/** Returns a node's location, as in `web/src/ui/field.tsx:12`. */
export function formatLocation(node: ts.Node): string {
  const source = node.getSourceFile();
  return `${source.fileName}:${source.getLineAndCharacterOfPosition(node.getStart()).line + 1}`;
}
