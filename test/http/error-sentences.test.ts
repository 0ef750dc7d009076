import type { Call } from '../../contract/call.ts';
import { calls } from '../../contract/calls.ts';
import { type ApiError, apiError } from '../../contract/fields.ts';
import { buildPath } from '../support/address.ts';
import { registerStaff } from './support/people.ts';
import { api, client, setUpTestApi } from './support/shared-api.ts';

let token: string;

setUpTestApi();
beforeAll(async () => {
  ({ token } = await registerStaff(api, client, 'ADMIN'));
});

/** Schema validation terms that must not appear in messages to users. */
const SCHEMA_TERMS = /expected|received|pattern|unrecognized|^too (small|big)|^invalid |"|[\][]/i;

const isSentence = (message: string): boolean => /^[A-Z].*[.!]$/.test(message) && !SCHEMA_TERMS.test(message);

const getMessages = ({ message, issues = [] }: ApiError): readonly string[] => [
  message,
  ...issues.map((issue) => issue.message),
];

const listFields = (schema: Call['query']): readonly string[] => Object.keys(schema?.shape ?? {});

const fillFields = (schema: Call['query'], value: string): Record<string, string> =>
  Object.fromEntries(listFields(schema).map((field) => [field, value]));

/** Returns the messages in an error response that are not sentences. */
async function findMalformedMessages(response: Response): Promise<readonly string[]> {
  if (response.status < 400) return [];
  return getMessages(apiError.parse(await response.json())).filter((message) => !isSentence(message));
}

const sendCall = (call: Call, address: string, body?: unknown): Promise<Response> =>
  fetch(api.url + address, {
    method: call.method,
    headers: { Authorization: `Bearer ${token}`, ...(body ? { 'Content-Type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });

const toNamedCalls = (calls: readonly Call[]) => calls.map((call) => [call.name, call] as const);

test.each(toNamedCalls(calls.filter(({ params }) => params)))(
  '%s: returns 404 for an impossible id',
  async (_name, call) => {
    for (const id of ['a.b', '!', 'x'.repeat(2_000)]) {
      const input = { params: fillFields(call.params, id), token, ...(call.body && { body: {} }) };
      const { status, body } = await client.send(call, input);
      expect([id, status, getMessages(body).filter((message) => !isSentence(message))]).toEqual([
        id,
        404,
        [],
      ]);
    }
  },
);

test.each(toNamedCalls(calls.filter(({ query }) => query)))(
  '%s: returns a sentence for each invalid query',
  async (_name, call) => {
    const params = fillFields(call.params, '00000000-0000-7000-8000-000000000000');
    for (const field of listFields(call.query))
      for (const value of ['', '!', 'FOO', '-1', 'x'.repeat(3_000), `a&${field}=b`]) {
        const response = await sendCall(call, `${buildPath(call, params)}?${field}=${value}`);
        expect([field, value, await findMalformedMessages(response)]).toEqual([field, value, []]);
      }
  },
);

/** Values that most fields do not accept. */
const INVALID_VALUES = [null, true, 7.5, -1, '', 'x'.repeat(5_000), [], {}, [{}]];

test.each(toNamedCalls(calls.filter(({ body }) => body)))(
  '%s: returns a sentence for each invalid body',
  async (_name, call) => {
    const params = fillFields(call.params, '00000000-0000-7000-8000-000000000000');
    for (const value of INVALID_VALUES) {
      const body = Object.fromEntries(listFields(call.body).map((field) => [field, value]));
      expect([
        value,
        await findMalformedMessages(await sendCall(call, buildPath(call, params), body)),
      ]).toEqual([value, []]);
    }
  },
);
