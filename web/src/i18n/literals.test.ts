import ts from 'typescript';
import { formatLocation, getLiteralText, readSources, visitNodes } from '../testing/sources.ts';

/** Attributes and props whose values are visible or announced to users. */
const SHOWN_ATTRIBUTES = new Set([
  'alt',
  'aria-description',
  'aria-label',
  'aria-valuetext',
  'confirm',
  'empty',
  'end',
  'failure',
  'hint',
  'label',
  'loading',
  'message',
  'placeholder',
  'submit',
  'text',
  'title',
  'valueText',
  'warning',
]);

/** Functions whose arguments are visible or announced to users. */
const SHOWING_FUNCTIONS = new Set([
  'feedbackAdded',
  'setFailure',
  'setProblem',
  'showResult',
  'useRequireLogin',
]);

/** Folders without user-visible texts. */
const NOT_SHOWN = /\/(?:testing|i18n)\//;

/** Names that are identical in every language. */
const NAMES =
  /^(?:[^\p{L}]|\p{L}(?!\p{L})|Kindra|English|Español|Google|Bluesky|Facebook|CSV|NDJSON|Beancount)*$/u;

const isForeign = (text: string): boolean => !NAMES.test(text);

/** Operands that can be the result of an operator. */
const SIDES: Partial<Record<ts.SyntaxKind, readonly ('left' | 'right')[]>> = {
  [ts.SyntaxKind.AmpersandAmpersandToken]: ['right'],
  [ts.SyntaxKind.BarBarToken]: ['left', 'right'],
  [ts.SyntaxKind.QuestionQuestionToken]: ['left', 'right'],
  [ts.SyntaxKind.PlusToken]: ['left', 'right'],
};

/** Returns the literals that can be the value of an expression. Call arguments are excluded. */
function findPossibleValues(node: ts.Node): ts.Node[] {
  if (ts.isJsxExpression(node)) return node.expression ? findPossibleValues(node.expression) : [];
  if (ts.isParenthesizedExpression(node)) return findPossibleValues(node.expression);
  if (ts.isConditionalExpression(node))
    return [...findPossibleValues(node.whenTrue), ...findPossibleValues(node.whenFalse)];
  if (ts.isBinaryExpression(node))
    return (SIDES[node.operatorToken.kind] ?? []).flatMap((side) => findPossibleValues(node[side]));
  return getLiteralText(node) === null ? [] : [node];
}

function findLiterals(source: ts.SourceFile): string[] {
  const literals: string[] = [];
  const report = (node: ts.Node, text: string) => {
    if (isForeign(text)) literals.push(`${formatLocation(node)} ${text.trim()}`);
  };
  visitNodes(source, (node) => {
    if (ts.isJsxText(node)) report(node, node.text);
    const shownValue =
      (ts.isJsxAttribute(node) || ts.isPropertyAssignment(node)) && SHOWN_ATTRIBUTES.has(node.name.getText());
    const value = shownValue
      ? node.initializer
      : ts.isJsxExpression(node) && isChild(node)
        ? node
        : undefined;
    if (value)
      for (const literal of findPossibleValues(value)) report(literal, getLiteralText(literal) ?? '');
    const callArguments =
      ts.isCallExpression(node) && SHOWING_FUNCTIONS.has(node.expression.getText()) ? node.arguments : [];
    for (const literal of callArguments.flatMap(findPossibleValues))
      if (getLiteralText(literal)?.includes(' ')) report(literal, getLiteralText(literal) ?? '');
    return true;
  });
  return literals;
}

const isChild = ({ parent }: ts.Node): boolean => ts.isJsxElement(parent) || ts.isJsxFragment(parent);

test('components contain no literal texts', () => {
  const sources = readSources('web/src').filter(({ fileName }) => !NOT_SHOWN.test(fileName));
  expect(sources.length).toBeGreaterThan(100);
  expect(sources.flatMap(findLiterals)).toEqual([]);
});

test.each([
  '<p>Hello there</p>',
  '<p>{ready ? "Hello" : null}</p>',
  '<p>{ready && `Hello`}</p>',
  '<img alt="A paw" />',
  '<Field label={wide ? t("a") : "Name"} />',
  'dispatch(feedbackAdded("ok", "It is done."))',
])('finds the text in %s', (code) => {
  const source = ts.createSourceFile('page.tsx', code, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
  expect(findLiterals(source)).toHaveLength(1);
});

test.each([
  '<p>{t("key")}</p>',
  '<p>{size === "small" && <Dot />}</p>',
  '<img alt="" />',
  '<p>{count} / 300 · Kindra</p>',
])('accepts %s', (code) => {
  const source = ts.createSourceFile('page.tsx', code, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
  expect(findLiterals(source)).toEqual([]);
});
