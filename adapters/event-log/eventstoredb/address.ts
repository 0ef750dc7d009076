import { isPercentEncoded } from '../../../common/percent-encoding.ts';

/** A node in an EventStoreDB connection string. */
export interface ServerNode {
  readonly host: string;
  readonly port: number;
}

/** Parsed parts of an EventStoreDB connection string. */
export interface EventStoreAddress {
  /** The nodes, or a single DNS name that resolves to all nodes. */
  readonly nodes: readonly ServerNode[];
  readonly hasCredentials: boolean;
  readonly tls: boolean;
  /** File paths in the options, by option name. */
  readonly files: ReadonlyMap<FileOption, string>;
}

type FileOption = 'tlsCAFile' | 'userCertFile' | 'userKeyFile';

const DEFAULT_PORT = 2113;
const ADDRESS_PATTERN =
  /^(?:esdb|kurrentdb|kurrent|kdb)(?:\+discover)?:\/\/([^:]+:[^@]+@)?([^/?]+)\/?(?:\?(.*))?$/;

const FILE_OPTIONS: readonly FileOption[] = ['tlsCAFile', 'userCertFile', 'userKeyFile'];
const BOOLEAN_OPTIONS = ['tls', 'tlsVerifyCert'];
const NUMBER_OPTIONS = [
  'maxDiscoverAttempts',
  'discoveryInterval',
  'gossipTimeout',
  'keepAliveInterval',
  'keepAliveTimeout',
  'defaultDeadline',
];
const SUPPORTED_OPTIONS = [
  ...FILE_OPTIONS,
  ...BOOLEAN_OPTIONS,
  ...NUMBER_OPTIONS,
  'nodePreference',
  'connectionName',
];

/** Normalizes an option name or value. The client ignores case, `-` and `_` in both. */
const normalizeName = (text: string): string => text.trim().toLowerCase().replace(/[_-]/g, '');

const parseOptions = (query: string): readonly (readonly [name: string, value: string])[] =>
  query
    .split('&')
    .filter(Boolean)
    .map((pair) => {
      const [name = '', ...value] = pair.split('=');
      return [
        SUPPORTED_OPTIONS.find((option) => normalizeName(option) === normalizeName(name)) ?? name,
        value.join('=').trim(),
      ];
    });

/** Returns what is wrong with an option, as a phrase that completes "EVENTSTORE_URL …", or null. */
function findOptionProblem(name: string, value: string): string | null {
  if (!SUPPORTED_OPTIONS.includes(name)) return `has an option ${name} that Kindra does not support`;
  if (!value) return `has no value for ${name}`;
  if (NUMBER_OPTIONS.includes(name) && !/^-?\d+$/.test(value)) return `must have an integer for ${name}`;
  if (BOOLEAN_OPTIONS.includes(name) && !/^(true|false)$/.test(value))
    return `must have true or false for ${name}`;
  if (name === 'tlsVerifyCert' && value === 'false')
    return 'must not set tlsVerifyCert=false: certificates are always verified; name the file of your CA with tlsCAFile';
  if (name === 'nodePreference' && normalizeName(value) !== 'leader')
    return `must not set nodePreference=${value}: Kindra reads from the leader only, because other nodes may be behind it`;
  return null;
}

/** Returns what is wrong with a connection string, as a phrase that completes "EVENTSTORE_URL …", or null. */
export function findAddressProblem(address: string): string | null {
  const [, , , query = ''] = ADDRESS_PATTERN.exec(address.trim()) ?? [];
  if (!ADDRESS_PATTERN.test(address.trim())) return 'must look like esdb://user:password@host:2113';
  if (!isPercentEncoded(address)) return 'must have special characters of its password percent-encoded';
  for (const [name, value] of parseOptions(query)) {
    const problem = findOptionProblem(name, value);
    if (problem) return problem;
  }
  return null;
}

/** Parses a valid connection string. */
export function parseEventStoreAddress(address: string): EventStoreAddress {
  const [, credentials, hosts = '', query = ''] = ADDRESS_PATTERN.exec(address.trim()) ?? [];
  const options = new Map(parseOptions(query));
  return {
    nodes: hosts.split(',').map((node) => {
      const [host = '', port] = node.split(':');
      return { host, port: port ? Number(port) : DEFAULT_PORT };
    }),
    hasCredentials: credentials !== undefined,
    tls: options.get('tls') !== 'false',
    files: new Map(
      FILE_OPTIONS.flatMap((name) => {
        const file = options.get(name);
        return file ? [[name, decodeURIComponent(file)] as const] : [];
      }),
    ),
  };
}

/** Replaces newer URL schemes with `esdb`, because the client supports no other. */
export const toClientAddress = (address: string): string =>
  address.replace(/^(kurrentdb|kurrent|kdb)(?=(\+discover)?:)/, 'esdb');
