/** HTTP method of a call. */
export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** Bounded contexts of the API, named like the folders. */
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

/** Types of entities that clients may cache by id. */
export type EntityName = 'post' | 'crowdfunding' | 'profile';

/** Metadata of a call without its schemas, which the web client does not load. */
export interface Endpoint {
  readonly name: string;
  readonly context: Context;
  readonly method: Method;
  /** Path with parameters in braces, as in `/api/post/{id}`. */
  readonly path: string;
  /** Whether a call that is not a GET takes its arguments in the query instead of the body. */
  readonly inQuery?: boolean;
  /** Whether the response is one page of a list. Its `Link` header contains the URL of the next page. */
  readonly paged?: boolean;
  /**
   * Type of the entity, or of the list items, in the response. Clients may cache it by id. `X-Read-Position` is the
   * position of its read models. List items may contain only some of the entity's fields.
   */
  readonly entity?: EntityName;
  /** Whether the call accepts an `Idempotency-Key`. */
  readonly idempotent?: boolean;
  /** Whether the call accepts an `X-Device-Token`. */
  readonly deviceToken?: boolean;
}

type EndpointTable = Readonly<Record<string, Omit<Endpoint, 'name' | 'context'>>>;

type NamedEndpoints<T extends EndpointTable, C extends Context> = {
  readonly [Name in keyof T & string]: T[Name] & { readonly name: Name; readonly context: C };
};

/** Defines the endpoints of a context, by call name. */
export function defineEndpoints<const C extends Context, const T extends EndpointTable>(
  context: C,
  table: T,
): NamedEndpoints<T, C> {
  const named = Object.entries(table).map(([name, endpoint]) => [name, { ...endpoint, name, context }]);
  return Object.fromEntries(named);
}

/** Arguments of an endpoint by name: its parameters, and its query or body. */
export type EndpointArguments = Readonly<Record<string, unknown>>;

const isEmpty = (value: unknown): boolean => value === undefined || value === null || value === '';

/** Removes arguments without a value, which are not sent in a query. */
export const removeEmptyArguments = (args: EndpointArguments): EndpointArguments =>
  Object.fromEntries(Object.entries(args).filter(([, value]) => !isEmpty(value)));

/** Fills the parameters of an endpoint's path. Returns the path and the other arguments. */
export function fillPath({ path }: Pick<Endpoint, 'path'>, args: EndpointArguments) {
  const rest = { ...args };
  const filledPath = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    delete rest[name];
    return encodeURIComponent(String(args[name]));
  });
  return { path: filledPath, rest };
}

/** Returns the path and query of a read. */
export function createReadPath(endpoint: Pick<Endpoint, 'path'>, args: EndpointArguments): string {
  const { path, rest } = fillPath(endpoint, args);
  const query = Object.entries(removeEmptyArguments(rest)) as [string, string][];
  return query.length > 0 ? `${path}?${new URLSearchParams(query)}` : path;
}
