import { readdirSync } from 'node:fs';
import type { AnyDecider } from './kernel/command-group.ts';
import { UnknownEvent } from './kernel/decider.ts';

const modules = readdirSync(new URL('.', import.meta.url), { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
  .sort();

const deciders: AnyDecider[] = [];
for (const path of modules) {
  const exported = Object.entries<unknown>(await import(new URL(path, import.meta.url).href));
  for (const [name, value] of exported) if (name.endsWith('Decider')) deciders.push(value as AnyDecider);
}

test('finds the deciders of all contexts', () => {
  expect(deciders.length).toBeGreaterThan(16);
});

test.each(deciders.map((decider) => [decider.category, decider] as const))(
  'throws on an unknown event in a %s stream',
  (_, { initial, evolve }) => {
    const unknownEvent = { type: 'EventOfANewerVersion', data: {} };
    expect(() => evolve(initial, unknownEvent)).toThrow(UnknownEvent);
    expect(() => evolve(initial, unknownEvent)).toThrow('EventOfANewerVersion');
  },
);
