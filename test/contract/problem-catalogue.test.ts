import { readdirSync } from 'node:fs';
import { PROBLEMS, type ProblemCode, type ProblemParamsOf } from '../../contract/problem-catalogue.ts';

const DOMAIN_FOLDER = new URL('../../domain/', import.meta.url);

test('contains every problem that the rules of a context define', async () => {
  const ruleFiles = readdirSync(DOMAIN_FOLDER, { recursive: true, encoding: 'utf8' }).filter((path) =>
    /^[^/]+\/rules\.ts$/.test(path),
  );
  expect(ruleFiles.length).toBeGreaterThan(8);
  for (const path of ruleFiles)
    for (const value of Object.values<unknown>(await import(new URL(path, DOMAIN_FOLDER).href)))
      if (typeof value === 'object' && value !== null && 'code' in value)
        expect(PROBLEMS.get(String(value.code))).toBe(value);
});

test.each([...PROBLEMS])('%s has a code and a complete sentence', (code, { params, message }) => {
  expect(code).toMatch(/^[A-Z][A-Z0-9_]*$/);
  expect(message).not.toMatch(/[{}]|undefined|NaN/);
  for (const value of Object.values<number>(params)) expect(message).toContain(String(value));
});

test('types the params of each code', () => {
  const params: ProblemParamsOf<'POST_TOO_LONG'> = { limit: 1 };
  // @ts-expect-error the placeholder of the sentence is `limit`
  const wrongParams: ProblemParamsOf<'POST_TOO_LONG'> = { limits: 1 };
  // @ts-expect-error no problem has this code
  const unknownCode: ProblemCode = 'NO_SUCH_PROBLEM';
  expect([params, wrongParams, unknownCode]).toHaveLength(3);
});
