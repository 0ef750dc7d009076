import { z } from 'zod';
import type { Call } from '../../contract/call.ts';
import { getProblemStatus } from '../../contract/problem-statuses.ts';

type Json = Record<string, unknown>;

const getSchemaRef = (id: string): string => `#/components/schemas/${id}`;

/** Schemas with an id become components, which other schemas reference. */
const JSON_SCHEMA_OPTIONS = { target: 'draft-2020-12', unrepresentable: 'any', uri: getSchemaRef } as const;

/** Nested schemas with an id become references to components. */
function toJsonSchema(schema: z.ZodType, io: 'input' | 'output'): Json {
  const name = z.globalRegistry.get(schema)?.id;
  if (name && io === 'output') return { $ref: getSchemaRef(name) };
  const { $schema, $defs, ...json } = z.toJSONSchema(schema, { ...JSON_SCHEMA_OPTIONS, io }) as Json;
  return rewriteReferences(json) as Json;
}

/** Replaces `#/$defs/` references with references to components. */
function rewriteReferences(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(rewriteReferences);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, nestedValue]) =>
    key === '$ref' && typeof nestedValue === 'string'
      ? [key, nestedValue.replace('#/$defs/', '#/components/schemas/')]
      : [key, rewriteReferences(nestedValue)],
  );
  return Object.fromEntries(entries);
}

function createComponents(): Json {
  const { schemas } = z.toJSONSchema(z.globalRegistry, { ...JSON_SCHEMA_OPTIONS, io: 'output' });
  return Object.fromEntries(
    Object.entries(schemas).map(([name, { $schema, $id, id: _, ...shape }]) => [name, shape]),
  );
}

function toParameters(schema: z.ZodObject | undefined, location: 'path' | 'query'): Json[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = toJsonSchema(schema, 'input') as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, { description, ...field }]) => ({
    name,
    in: location,
    required: location === 'path' || required.includes(name),
    ...(description ? { description } : {}),
    schema: field,
  }));
}

const IDEMPOTENCY_KEY_HEADER = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'A request with a repeated key returns the first response and has no further effect.',
  schema: { type: 'string', format: 'uuid' },
};

const DEVICE_TOKEN_HEADER = {
  name: 'X-Device-Token',
  in: 'header',
  required: false,
  description:
    'The `deviceToken` of an earlier login from this device. It bypasses the lock that wrong passwords from other devices cause.',
  schema: { type: 'string', pattern: '^[A-Za-z0-9_-]{43}$' },
};

const RETRY_AFTER_HEADER = {
  'Retry-After': { description: 'Time to wait, in seconds.', schema: { type: 'integer' } },
};

const createErrorResponse = (description: string, headers?: Json): Json => ({
  description,
  ...(headers && { headers }),
  content: { 'application/json': { schema: { $ref: getSchemaRef('Error') } } },
});

const ERROR_RESPONSES: ReadonlyMap<number, Json> = new Map([
  [400, createErrorResponse('The request is invalid, or a rule rejects it.')],
  [401, createErrorResponse('The token is missing, invalid, expired or revoked.')],
  [403, createErrorResponse('The caller may not perform this action.')],
  [404, createErrorResponse('The resource does not exist.')],
  [413, createErrorResponse('The request body is too large.')],
  [415, createErrorResponse('The request body is not JSON in UTF-8, or is compressed.')],
  [429, createErrorResponse('Too many requests. Retry after the time in `Retry-After`.', RETRY_AFTER_HEADER)],
  [
    503,
    createErrorResponse(
      'A required service is unavailable. Retry after the time in `Retry-After`.',
      RETRY_AFTER_HEADER,
    ),
  ],
]);

/** Lists the statuses of errors that any such call can return, and of the errors that the call lists. */
const listErrorStatuses = ({ audience, body, query, params, hasRawBody, idempotent, errors = [] }: Call) =>
  new Set([
    ...(body || query || hasRawBody || idempotent ? [400] : []),
    ...(audience === 'all' ? [] : [401, 403]),
    ...(params ? [404] : []),
    ...(body || hasRawBody ? [413] : []),
    ...(body ? [415] : []),
    ...errors.map(getProblemStatus),
    429,
    503,
  ]);

const LINK_HEADER = {
  Link: {
    description: 'URL of the next page, with a cursor, as `rel="next"`. Present if there may be more items.',
    schema: { type: 'string' },
  },
};

function createSuccessResponse({ response, responseType = 'application/json', ...call }: Call): Json {
  const types = call.streamedTypes ?? [responseType, ...(call.otherTypes ?? [])];
  return {
    description: 'Done.',
    ...(call.paged ? { headers: LINK_HEADER } : {}),
    ...(response && {
      content: Object.fromEntries(types.map((type) => [type, { schema: toJsonSchema(response, 'output') }])),
    }),
  };
}

function createResponses(call: Call): Json {
  const { status = 200, hasETag } = call;
  return {
    ...(status && { [status]: createSuccessResponse(call) }),
    ...(hasETag && { 304: { description: 'Not changed since the response with this `ETag`.' } }),
    ...Object.fromEntries([...listErrorStatuses(call)].map((code) => [code, ERROR_RESPONSES.get(code)])),
  };
}

const describeAudience = (call: Call): string => {
  if (call.audience === 'all') return 'Anybody.';
  if (call.audience === 'optional') return 'Anybody; a token is optional.';
  const audience = call.audience === 'user' ? 'Any logged-in account' : `Only ${call.audience.join(' and ')}`;
  return call.condition ? `${audience}: ${call.condition}.` : `${audience}.`;
};

const getSecurity = ({ audience }: Call): Json[] => {
  if (audience === 'all') return [];
  return audience === 'optional' ? [{}, { bearer: [] }] : [{ bearer: [] }];
};

const describeErrorCodes = (codes: readonly string[] | undefined): string =>
  codes?.length ? ` Specific error codes: ${codes.map((code) => `\`${code}\``).join(', ')}.` : '';

function toOperation(call: Call): Json {
  const parameters = [
    ...toParameters(call.params, 'path'),
    ...toParameters(call.query, 'query'),
    ...(call.idempotent ? [IDEMPOTENCY_KEY_HEADER] : []),
    ...(call.acceptsDeviceToken ? [DEVICE_TOKEN_HEADER] : []),
  ];
  return {
    operationId: call.name,
    tags: [call.context],
    summary: call.summary,
    description: describeAudience(call) + describeErrorCodes(call.errors),
    security: getSecurity(call),
    ...(parameters.length > 0 && { parameters }),
    ...(call.body && {
      requestBody: {
        required: !call.body.safeParse({}).success,
        content: { 'application/json': { schema: toJsonSchema(call.body, 'input') } },
      },
    }),
    ...(call.hasRawBody && { requestBody: { required: true, content: { 'application/json': {} } } }),
    responses: createResponses(call),
  };
}

const createDocumentPath = (operationId: string, summary: string, type: string): Record<string, Json> => ({
  get: {
    operationId,
    tags: ['documentation'],
    summary,
    description: 'Anybody.',
    security: [],
    responses: { 200: { description: 'Done.', content: { [type]: {} } } },
  },
});

/** Paths that are no calls of the contract. */
const DOCUMENTATION_PATHS = {
  '/api/openapi.json': createDocumentPath('getOpenApiDocument', 'Returns this document', 'application/json'),
  '/api/docs': createDocumentPath('getApiPage', 'Returns a page to read this document', 'text/html'),
};

/** Creates the OpenAPI 3.1 document for the calls. */
export function createOpenApiDocument(calls: readonly Call[], publicUrl: string): Json {
  const paths: Record<string, Json> = { ...DOCUMENTATION_PATHS };
  for (const call of calls) {
    const operations = paths[call.path] ?? {};
    operations[call.method.toLowerCase()] = toOperation(call);
    paths[call.path] = operations;
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Kindra',
      version: '1.0.0',
      description:
        'Every response has the header `X-Request-Id`. A write is visible to every read that starts after its response; if a read model is behind, the response has the header `X-Read-Model: behind`. `X-Read-Position` is the position of a response in the log. For posts, crowdfundings and profiles it is the position of the snapshot that was read, also in the response to a write that reads them. For other writes it is the position of their last event.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: publicUrl }],
    paths,
    components: {
      schemas: createComponents(),
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
    },
  };
}
