import { readFileSync } from 'node:fs';
import ts from 'typescript';

/** Name and source code of one test. */
export interface TestSource {
  /**
   * The titles of the enclosing `describe` blocks and of the test, joined with ` › `, including the placeholders of test
   * tables.
   */
  readonly name: string;
  /** Source code of the test and of the declarations in the same file that it uses, directly or indirectly. */
  readonly text: string;
}

const TEST = /^(test|it)\b/;
const GROUP = /^(test\.)?describe\b/;

/** Returns the title of a test or `describe` block, or null for other nodes. */
function getTitle(node: ts.Node, file: ts.SourceFile, functions: RegExp): string | null {
  if (!ts.isCallExpression(node) || !functions.test(node.expression.getText(file))) return null;
  const [title] = node.arguments;
  if (!title) return null;
  if (ts.isTemplateExpression(title)) return title.getText(file).slice(1, -1);
  return ts.isStringLiteralLike(title) ? title.text : null;
}

function listIdentifiers(node: ts.Node): ReadonlySet<string> {
  const names = new Set<string>();
  const visitNode = (child: ts.Node): void => {
    if (ts.isIdentifier(child)) names.add(child.text);
    ts.forEachChild(child, visitNode);
  };
  visitNode(node);
  return names;
}

/** Returns the declarations in a file by name. Declarations inside tests are excluded. */
function indexDeclarations(file: ts.SourceFile): ReadonlyMap<string, ts.Node> {
  const declarations = new Map<string, ts.Node>();
  const visit = (node: ts.Node): void => {
    if (getTitle(node, file, TEST) !== null) return;
    if (ts.isFunctionDeclaration(node) && node.name) declarations.set(node.name.text, node);
    if (ts.isVariableDeclaration(node))
      for (const name of listIdentifiers(node.name)) declarations.set(name, node);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return declarations;
}

/** Returns a node and the declarations that it uses, directly or indirectly. */
function collectUsed(node: ts.Node, declarations: ReadonlyMap<string, ts.Node>): ReadonlySet<ts.Node> {
  const usedNodes = new Set([node]);
  for (const current of usedNodes)
    for (const name of listIdentifiers(current)) {
      const declaration = declarations.get(name);
      if (declaration) usedNodes.add(declaration);
    }
  return usedNodes;
}

/** Returns the tests in a file. */
export function listTestSources(path: string): readonly TestSource[] {
  const file = ts.createSourceFile(
    path,
    readFileSync(path, 'utf8'),
    ts.ScriptTarget.Latest,
    true,
    path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS,
  );
  const declarations = indexDeclarations(file);
  const sources: TestSource[] = [];
  const visit = (node: ts.Node, groups: readonly string[]): void => {
    const group = getTitle(node, file, GROUP);
    const title = group === null ? getTitle(node, file, TEST) : null;
    if (title !== null) {
      const nodes = [...collectUsed(node, declarations)];
      sources.push({
        name: [...groups, title].join(' › '),
        text: nodes.map((node) => node.getText(file)).join('\n'),
      });
    }
    ts.forEachChild(node, (child) => visit(child, group === null ? groups : [...groups, group]));
  };
  visit(file, []);
  return sources;
}
