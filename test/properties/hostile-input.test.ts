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
  const other = await registerNewUser(client);
  token = admin.token;
  knownIds = [
    admin.dataUser.id,
    other.dataUser.id,
    other.dataUser.nickname,
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

/** Creates the known fields of a call's body, with arbitrary values. */
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

/** Maximum length of the tried parts of a URL. Node rejects headers of more than 16 KiB by itself. */
const MAX_ENCODED = 12_000;

/** Lone surrogates cannot be encoded in a URL. */
const isEncodable = (parts: Record<string, string>): boolean => {
  const values = Object.values(parts);
  if (values.some((part) => /\p{Surrogate}/u.test(part) || part === '.' || part === '..')) return false;
  return encodeURIComponent(values.join()).length <= MAX_ENCODED;
};

const NEVER_ENDS = new Set(['liveUpdates']);
const ENDS_THE_SESSION = new Set(['logout', 'deactivateProfile', 'updateProfileAndToken']);

const tried = calls.filter(({ name }) => !NEVER_ENDS.has(name) && !ENDS_THE_SESSION.has(name));

test.each(tried.map((call) => [call.name, call] as const))(
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

test('random input causes only refusals', () => {
  expect(api.logLines).toEqual([]);
});
