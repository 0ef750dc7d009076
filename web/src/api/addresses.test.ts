import ts from 'typescript';
import { calls } from '../../../api/contract/calls.ts';
import { placeOf, sourcesIn, walk } from '../testing/sources.ts';

/** What stands for a part of an address that is known only when it is asked for. */
const ANY = '*';

/** Texts of the constants of a file that are addresses, or begin one. */
function constantsOf(source: ts.SourceFile): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  walk(source, (node) => {
    if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) && node.initializer)
      if (ts.isStringLiteral(node.initializer)) texts.set(node.name.text, node.initializer.text);
    return true;
  });
  return texts;
}

/** The address in a literal, without its query, or null when it is none. */
function addressIn(node: ts.Node, constants: ReadonlyMap<string, string>): string | null {
  const filled = ({ expression, literal }: ts.TemplateSpan) => {
    const known = ts.isIdentifier(expression) ? constants.get(expression.text) : undefined;
    return (known ?? ANY) + literal.text;
  };
  const text = ts.isTemplateExpression(node)
    ? node.head.text + node.templateSpans.map(filled).join('')
    : ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)
      ? node.text
      : '';
  // What is put in behind the last part of an address is a query.
  return text.startsWith('/api/') ? text.replace(/\?.*$|(?<=[^/])\*$/, '') : null;
}

/** The methods of the request that an address stands in; any when they are not written beside it. */
function methodsBeside({ parent }: ts.Node): readonly string[] {
  if (!ts.isPropertyAssignment(parent)) return ['GET'];
  const texts: string[] = [];
  for (const property of (parent.parent as ts.ObjectLiteralExpression).properties)
    if (property.name?.getText() === 'method')
      walk(property, (node) => {
        if (ts.isStringLiteral(node)) texts.push(node.text);
        return true;
      });
  return texts.length > 0 ? texts : ['GET'];
}

/** Whether an address is that of a path of the contract. */
function fits(address: string, path: string): boolean {
  const parts = path.split('/');
  const given = address.split('/');
  const same = (part: string, at: number) => part.startsWith('{') || [part, ANY].includes(given[at] ?? '');
  return parts.length === given.length && parts.every(same);
}

interface Asked {
  readonly place: string;
  readonly address: string;
  readonly methods: readonly string[];
  /** Whether it may be no more than the beginning of one. */
  readonly named: boolean;
}

function addressesOf(source: ts.SourceFile): readonly Asked[] {
  const constants = constantsOf(source);
  const asked: Asked[] = [];
  walk(source, (node) => {
    const address = addressIn(node, constants);
    if (!address) return true;
    const named = ts.isVariableDeclaration(node.parent);
    asked.push({ place: placeOf(node), address, methods: methodsBeside(node), named });
    return false;
  });
  return asked;
}

test('whatever the client asks for is a call of the contract', () => {
  const asked = sourcesIn('web/src/api', 'web/src/features', 'web/src/shared').flatMap(addressesOf);
  const isCalled = ({ address, methods, named }: Asked) =>
    methods.every((method) =>
      calls.some(
        (call) =>
          call.method === method &&
          (fits(address, call.path) || (named && call.path.startsWith(`${address}/`))),
      ),
    );
  expect(asked.length).toBeGreaterThan(50);
  expect(asked.filter((one) => !isCalled(one))).toEqual([]);
});
