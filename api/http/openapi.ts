import { z } from 'zod';
import type { Call } from '../../contract/call.ts';

type Json = Record<string, unknown>;

const schemaAt = (id: string): string => `#/components/schemas/${id}`;

/** Schemas with an id become components, and other schemas reference them. */
const OPTIONS = { target: 'draft-2020-12', unrepresentable: 'any', uri: schemaAt } as const;

/** Converts a zod schema to JSON Schema, with references to components. */
function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Json {
  const name = z.globalRegistry.get(schema)?.id;
  if (name && io === 'output') return { $ref: schemaAt(name) };
  const { $schema, $defs, ...json } = z.toJSONSchema(schema, { ...OPTIONS, io }) as Json;
  return pointToComponents(json) as Json;
}

/** Rewrites `#/$defs/` references to references to components. */
function pointToComponents(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(pointToComponents);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, inner]) =>
    key === '$ref' && typeof inner === 'string'
      ? [key, inner.replace('#/$defs/', '#/components/schemas/')]
      : [key, pointToComponents(inner)],
  );
  return Object.fromEntries(entries);
}

/** Converts all schemas with an id to components. */
function components(): Json {
  const { schemas } = z.toJSONSchema(z.globalRegistry, { ...OPTIONS, io: 'output' });
  return Object.fromEntries(
    Object.entries(schemas).map(([name, { $schema, $id, id: _, ...shape }]) => [name, shape]),
  );
}

/** Converts the fields of an object schema to path or query parameters. */
function parametersOf(schema: z.ZodObject | undefined, where: 'path' | 'query'): Json[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = schemaOf(schema, 'input') as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, { description, ...field }]) => ({
    name,
    in: where,
    required: where === 'path' || required.includes(name),
    ...(description ? { description } : {}),
    schema: field,
  }));
}

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'The same key again gives the first answer again and does nothing twice.',
  schema: { type: 'string', format: 'uuid' },
};

const DEVICE_TOKEN = {
  name: 'X-Device-Token',
  in: 'header',
  required: false,
  description:
    'The `deviceToken` of an earlier login from this device. It gets past the lock that wrong passwords of others cause.',
  schema: { type: 'string', pattern: '^[A-Za-z0-9_-]{43}$' },
};

const errorAnswer = (description: string): Json => ({
  description,
  content: { 'application/json': { schema: { $ref: schemaAt('Error') } } },
});

const LINK = {
  Link: {
    description: 'While more may follow: the address of the next page, with a cursor, as `rel="next"`.',
    schema: { type: 'string' },
  },
};

function answersOf({ answer, answerType = 'application/json', status = 200, ...call }: Call): Json {
  const takesInput = call.body ?? call.query ?? call.rawBody;
  const types = call.streamed ?? [answerType];
  return {
    [status]: {
      description: 'Done.',
      ...(call.paged ? { headers: LINK } : {}),
      ...(answer && {
        content: Object.fromEntries(types.map((type) => [type, { schema: schemaOf(answer, 'output') }])),
      }),
    },
    ...(takesInput && { 400: errorAnswer('What was sent is not valid, or a rule refuses it.') }),
    ...(call.who !== 'all' && { 401: errorAnswer('No token, a bad one, or one that has ended.') }),
    ...(call.who === 'all' && !call.errors?.some((code) => code === 'NOT_APPROVED')
      ? {}
      : { 403: errorAnswer('Not allowed.') }),
    ...(call.params && { 404: errorAnswer('There is no such thing.') }),
    ...(call.body && { 415: errorAnswer('Not JSON, or compressed.') }),
    ...((call.body || call.rawBody) && { 413: errorAnswer('Too large.') }),
    429: errorAnswer('Slow down; `Retry-After` says for how long.'),
    503: errorAnswer('A part that is needed is down; `Retry-After` says when to try again.'),
  };
}

const audience = (call: Call): string => {
  if (call.who === 'all') return 'Anybody.';
  if (call.who === 'optional') return 'Anybody; a token is used when there is one.';
  const who = call.who === 'user' ? 'Any account that is logged in' : `Only ${call.who.join(' and ')}`;
  return call.condition ? `${who}: ${call.condition}.` : `${who}.`;
};

const securityOf = ({ who }: Call): Json[] => {
  if (who === 'all') return [];
  return who === 'optional' ? [{}, { bearer: [] }] : [{ bearer: [] }];
};

const errorCodes = (codes: readonly string[] | undefined): string =>
  codes?.length ? ` Its own error codes: ${codes.map((code) => `\`${code}\``).join(', ')}.` : '';

function operationOf(call: Call): Json {
  const parameters = [
    ...parametersOf(call.params, 'path'),
    ...parametersOf(call.query, 'query'),
    ...(call.idempotent ? [IDEMPOTENCY_KEY] : []),
    ...(call.deviceToken ? [DEVICE_TOKEN] : []),
  ];
  return {
    operationId: call.name,
    tags: [call.context],
    summary: call.summary,
    description: audience(call) + errorCodes(call.errors),
    security: securityOf(call),
    ...(parameters.length > 0 && { parameters }),
    ...(call.body && {
      requestBody: {
        required: true,
        content: { 'application/json': { schema: schemaOf(call.body, 'input') } },
      },
    }),
    ...(call.rawBody && { requestBody: { required: true, content: { 'application/json': {} } } }),
    responses: answersOf(call),
  };
}

/** Creates the OpenAPI 3.1 document of the calls. */
export function openApiDocument(calls: readonly Call[], publicUrl: string): Json {
  const paths: Record<string, Json> = {};
  for (const call of calls) {
    const operations = paths[call.path] ?? {};
    operations[call.method.toLowerCase()] = operationOf(call);
    paths[call.path] = operations;
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Kindra',
      version: '1.0.0',
      description:
        'Every answer carries `X-Request-Id`. A write is visible to every read that starts after its answer; should a read model not keep up, the answer says `X-Read-Model: behind`. `X-Read-Position` is the position in the log that an answer shows: of posts that of the snapshot that was read, of a write that of its last event.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: publicUrl }],
    paths,
    components: {
      schemas: components(),
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
    },
  };
}
