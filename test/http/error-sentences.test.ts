import type { Call } from '../../contract/call.ts';
import { calls } from '../../contract/calls.ts';
import { type ApiError, apiError } from '../../contract/fields.ts';
import { addressOf } from '../support/address.ts';
import { startTestApi, type TestApi } from './support/api.ts';
import { type Client, createClient } from './support/client.ts';
import { newStaff } from './support/people.ts';

let api: TestApi;
let client: Client;
let token: string;

beforeAll(async () => {
  api = await startTestApi();
  client = createClient(api.url);
  ({ token } = await newStaff(api, client, 'ADMIN'));
});
afterAll(() => api.close());

/** Terms of schema validation that people should not see. */
const OF_SCHEMAS = /expected|received|pattern|unrecognized|^too (small|big)|^invalid |"|[\][]/i;

const isSentence = (message: string): boolean => /^[A-Z].*[.!]$/.test(message) && !OF_SCHEMAS.test(message);

const sentencesOf = ({ message, issues = [] }: ApiError): readonly string[] => [
  message,
  ...issues.map((issue) => issue.message),
];

const fieldsOf = (schema: Call['query']): readonly string[] => Object.keys(schema?.shape ?? {});

const unfit = (schema: Call['query'], value: string): Record<string, string> =>
  Object.fromEntries(fieldsOf(schema).map((field) => [field, value]));

/** Returns rejections whose message is not a sentence. */
async function unsaid(answer: Response): Promise<readonly string[]> {
  if (answer.status < 400) return [];
  return sentencesOf(apiError.parse(await answer.json())).filter((sentence) => !isSentence(sentence));
}

const ask = (call: Call, address: string, body?: unknown): Promise<Response> =>
  fetch(api.url + address, {
    method: call.method,
    headers: { Authorization: `Bearer ${token}`, ...(body ? { 'Content-Type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });

const named = (some: readonly Call[]) => some.map((call) => [call.name, call] as const);

test.each(named(calls.filter(({ params }) => params)))(
  '%s: returns 404 for an impossible id',
  async (_name, call) => {
    for (const id of ['a.b', '!', 'x'.repeat(300)]) {
      const sent = { params: unfit(call.params, id), token, ...(call.body && { body: {} }) };
      const { status, body } = await client.send(call, sent);
      expect([id, status, sentencesOf(body).filter((sentence) => !isSentence(sentence))]).toEqual([
        id,
        404,
        [],
      ]);
    }
  },
);

test.each(named(calls.filter(({ query }) => query)))(
  '%s: returns a sentence for each invalid query',
  async (_name, call) => {
    const params = unfit(call.params, '00000000-0000-7000-8000-000000000000');
    for (const field of fieldsOf(call.query))
      for (const value of ['', '!', 'FOO', '-1', 'x'.repeat(3_000), `a&${field}=b`]) {
        const answer = await ask(call, `${addressOf(call, params)}?${field}=${value}`);
        expect([field, value, await unsaid(answer)]).toEqual([field, value, []]);
      }
  },
);

/** Values that hardly any field accepts. */
const WRONG = [null, true, 7.5, -1, '', 'x'.repeat(5_000), [], {}, [{}]];

test.each(named(calls.filter(({ body }) => body)))(
  '%s: returns a sentence for each invalid body',
  async (_name, call) => {
    const params = unfit(call.params, '00000000-0000-7000-8000-000000000000');
    for (const value of WRONG) {
      const body = Object.fromEntries(fieldsOf(call.body).map((field) => [field, value]));
      expect([value, await unsaid(await ask(call, addressOf(call, params), body))]).toEqual([value, []]);
    }
  },
);
