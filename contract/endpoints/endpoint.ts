/** Bounded contexts in the API. Each has a folder with the same name. */
export type Context =
  | 'accounts'
  | 'posts'
  | 'social-graph'
  | 'conversations'
  | 'notifications'
  | 'adoption'
  | 'payments'
  | 'wallet'
  | 'crowdfunding'
  | 'moderation'
  | 'ledger'
  | 'live'
  | 'search'
  | 'sharing'
  | 'legal'
  | 'health';

/** Entity types that clients can cache by id. */
export type EntityName = 'post' | 'crowdfunding' | 'profile';

/** A call's metadata without its schemas, which the web client does not load. */
export interface Endpoint {
  readonly name: string;
  readonly context: Context;
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** With parameters in braces, such as `/api/post/{id}`. */
  readonly path: string;
  /** For other methods than GET: whether arguments are in the query instead of the body. */
  readonly inQuery?: boolean;
  /** The `Link` header contains the URL of the next page of the list. */
  readonly paged?: boolean;
  /**
   * Type of the response or of its list items, which can contain a subset of the entity's fields. Clients can cache
   * them by id, with `X-Read-Position` as the version.
   */
  readonly entity?: EntityName;
  /** Whether the call accepts an `Idempotency-Key`. */
  readonly idempotent?: boolean;
  /** Whether the call accepts an `X-Device-Token`. */
  readonly acceptsDeviceToken?: boolean;
}

type EndpointTable = Readonly<Record<string, Omit<Endpoint, 'name' | 'context'>>>;

type NamedEndpoints<T extends EndpointTable, C extends Context> = {
  readonly [Name in keyof T & string]: T[Name] & { readonly name: Name; readonly context: C };
};

/** Defines a context's endpoints, by call name. */
export function defineEndpoints<const C extends Context, const T extends EndpointTable>(
  context: C,
  table: T,
): NamedEndpoints<T, C> {
  const namedEndpoints = Object.entries(table).map(([name, endpoint]) => [
    name,
    { ...endpoint, name, context },
  ]);
  return Object.fromEntries(namedEndpoints);
}

/** Arguments for an endpoint by name: its path parameters, and its query or body. */
export type EndpointArguments = Readonly<Record<string, unknown>>;

const isEmpty = (value: unknown): boolean => value === undefined || value === null || value === '';

/** Removes arguments that have no value and must not be sent in the query. */
export const removeEmptyArguments = (args: EndpointArguments): EndpointArguments =>
  Object.fromEntries(Object.entries(args).filter(([, value]) => !isEmpty(value)));

/** Fills in the path parameters of an endpoint. Returns the path and the remaining arguments. */
export function fillPath({ path }: Pick<Endpoint, 'path'>, args: EndpointArguments) {
  const rest = { ...args };
  const filledPath = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    delete rest[name];
    return encodeURIComponent(String(args[name]));
  });
  return { path: filledPath, rest };
}

/** Returns the path and query string of a GET request. */
export function createReadPath(endpoint: Pick<Endpoint, 'path'>, args: EndpointArguments): string {
  const { path, rest } = fillPath(endpoint, args);
  const query = Object.entries(removeEmptyArguments(rest)) as [string, string][];
  return query.length > 0 ? `${path}?${new URLSearchParams(query)}` : path;
}
