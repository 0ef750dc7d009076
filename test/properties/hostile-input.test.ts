import fc from 'fast-check';
import type { Call } from '../../contract/call.ts';
import { calls } from '../../contract/calls.ts';
import type { CallInput } from '../http/support/client.ts';
import { publishPost, registerNewUser, registerStaff } from '../http/support/people.ts';
import { api, client, setUpTestApi } from '../http/support/shared-api.ts';
import { scaleRuns, scaleTimeout } from '../support/scale.ts';

let token: string;
let knownIds: readonly string[];

setUpTestApi();
beforeAll(async () => {
  const admin = await registerStaff(api, client, 'ADMIN');
  const otherUser = await registerNewUser(client);
  token = admin.token;
  knownIds = [
    admin.dataUser.id,
    otherUser.dataUser.id,
    otherUser.dataUser.nickname,
    (await publishPost(client, token)).id,
  ];
});

const HOSTILE_VALUES = [
  "'; DROP TABLE read.posts; --",
  '\u0000',
  '\ud800',
  '../../etc/passwd',
  '%00',
  '{{7*7}}',
  '__proto__',
  '🐈'.repeat(400),
  'e\u0301'.repeat(200),
  '99999999999999999999',
  '-1',
  '1e309',
];

const createTextArbitrary = () =>
  fc.oneof(
    fc.constantFrom(...HOSTILE_VALUES),
    fc.string({ unit: 'grapheme' }),
    fc.string({ unit: 'binary' }),
  );

const createValueArbitrary = () =>
  fc.oneof({ weight: 3, arbitrary: createTextArbitrary() }, { weight: 1, arbitrary: fc.jsonValue() });

/** Creates bodies with the known fields of a call and arbitrary values. */
const createBodyArbitrary = ({ body }: Call): fc.Arbitrary<unknown> => {
  if (!body) return fc.constant(undefined);
  const fields = Object.fromEntries(
    Object.entries(body.shape).map(([name, field]) => [
      name,
      'shape' in field
        ? fc.record(
            Object.fromEntries(
              Object.keys(field.shape as object).map((inner) => [inner, createValueArbitrary()]),
            ),
            {
              requiredKeys: [],
            },
          )
        : createValueArbitrary(),
    ]),
  );
  return fc.oneof(
    { weight: 4, arbitrary: fc.record(fields, { requiredKeys: [] }) },
    { weight: 1, arbitrary: fc.jsonValue() },
  );
};

const createPartsArbitrary = (schema: Call['params']): fc.Arbitrary<Record<string, string>> =>
  schema
    ? fc.record(
        Object.fromEntries(
          Object.keys(schema.shape).map((name) => [
            name,
            fc.oneof(
              createTextArbitrary().filter((text) => text !== ''),
              fc.constantFrom(...knownIds),
            ),
          ]),
        ),
      )
    : fc.constant({});

/** Maximum encoded length of all URL parts. Node.js itself rejects headers that exceed 16 KiB. */
const MAX_ENCODED_LENGTH = 12_000;

/** Returns whether all parts can be sent in a URL. Lone surrogates, dot segments and very long parts cannot. */
const isEncodable = (parts: Record<string, string>): boolean => {
  const values = Object.values(parts);
  if (values.some((part) => /\p{Surrogate}/u.test(part) || part === '.' || part === '..')) return false;
  return encodeURIComponent(values.join()).length <= MAX_ENCODED_LENGTH;
};

const ENDLESS_CALLS = new Set(['liveUpdates']);
const SESSION_ENDING_CALLS = new Set(['logout', 'deactivateProfile', 'updateProfileAndToken']);

const testedCalls = calls.filter(({ name }) => !ENDLESS_CALLS.has(name) && !SESSION_ENDING_CALLS.has(name));

test.each(testedCalls.map((call) => [call.name, call] as const))(
  '%s survives random input',
  async (_, call) => {
    const inputs: fc.Arbitrary<CallInput> = fc.record({
      params: createPartsArbitrary(call.params).filter(isEncodable),
      query: createPartsArbitrary(call.query).filter(isEncodable),
      body: createBodyArbitrary(call),
    });
    await fc.assert(
      fc.asyncProperty(inputs, async (request) => {
        const { status } = await client.send(call, { ...request, token });
        expect([call.status ?? 200, 400, 403, 404]).toContain(status);
      }),
      { numRuns: scaleRuns(5) },
    );
  },
  scaleTimeout(10_000),
);

test('random input causes only rejections', () => {
  expect(api.logLines).toEqual([]);
});
