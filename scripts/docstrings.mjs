/** Finds exported functions and types without a docstring. */
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import ts from 'typescript';
import { listFiles } from './prepare.mjs';

const SOURCE_FILE = /\.(tsx?|mjs)$/;
/** Tests, helpers of tests, and types of plain JavaScript, whose docstrings are in the JavaScript file. */
const EXCLUDED_FILE = /\.test\.tsx?$|\/testing\/|\.d\.m?ts$/;

const isFunction = ({ initializer }) =>
  initializer !== undefined && (ts.isArrowFunction(initializer) || ts.isFunctionExpression(initializer));

/** Other constants are not checked: the names of most of them say enough. */
const needsDocstring = (statement) =>
  ts.isFunctionDeclaration(statement) ||
  ts.isClassDeclaration(statement) ||
  ts.isInterfaceDeclaration(statement) ||
  ts.isTypeAliasDeclaration(statement) ||
  (ts.isVariableStatement(statement) && statement.declarationList.declarations.some(isFunction));

const isExported = ({ modifiers = [] }) => modifiers.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);

const hasDocstring = (statement) =>
  ts.getJSDocCommentsAndTags(statement).some((comment) => ts.isJSDoc(comment) && comment.comment);

const getName = ({ name, declarationList }) =>
  (name ?? declarationList?.declarations[0].name)?.text ?? 'default';

const checkFile = (root, path) => {
  const source = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true);
  return source.statements
    .filter((statement) => isExported(statement) && needsDocstring(statement) && !hasDocstring(statement))
    .map((statement) => ({
      file: relative(root, path),
      line: source.getLineAndCharacterOfPosition(statement.getStart()).line + 1,
      name: getName(statement),
    }));
};

/** Returns the file, line and name of each exported function and type without a docstring in folders of `root`. */
export const findUndocumentedExports = (root, folders) =>
  folders
    .flatMap((folder) => listFiles(join(root, folder)))
    .filter((path) => SOURCE_FILE.test(path) && !EXCLUDED_FILE.test(path))
    .sort()
    .flatMap((path) => checkFile(root, path));
