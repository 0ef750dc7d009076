import { readFileSync } from 'node:fs';
import ts from 'typescript';

/** Title and source code of one test. */
export interface TestSource {
  /** First argument of the test function: the title, including the placeholders of a test table. */
  readonly title: string;
  /** Source code of the test and of the declarations in the same file that it uses, directly or indirectly. */
  readonly text: string;
}

const isTestFunction = (callee: ts.Expression, file: ts.SourceFile): boolean =>
  /^(test|it)\b/.test(callee.getText(file));

function getTitle(node: ts.Node, file: ts.SourceFile): string | null {
  if (!ts.isCallExpression(node) || !isTestFunction(node.expression, file)) return null;
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
    if (getTitle(node, file) !== null) return;
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
  const visit = (node: ts.Node): void => {
    const title = getTitle(node, file);
    if (title !== null) {
      const nodes = [...collectUsed(node, declarations)];
      sources.push({ title, text: nodes.map((node) => node.getText(file)).join('\n') });
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return sources;
}
