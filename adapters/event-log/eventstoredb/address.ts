/** A node of an EventStoreDB connection string. */
export interface Node {
  readonly host: string;
  readonly port: number;
}

/** Parsed parts of an EventStoreDB connection string. */
export interface EventStoreAddress {
  /** The nodes, or one DNS name that resolves to all of them. */
  readonly nodes: readonly Node[];
  readonly hasCredentials: boolean;
  readonly tls: boolean;
  /** Paths in the options, by option name. */
  readonly files: ReadonlyMap<FileOption, string>;
}

type FileOption = 'tlsCAFile' | 'userCertFile' | 'userKeyFile';

const DEFAULT_PORT = 2113;
const PARTS = /^(?:esdb|kurrentdb|kurrent|kdb)(?:\+discover)?:\/\/([^:]+:[^@]+@)?([^/?]+)\/?(?:\?(.*))?$/;

const FILES: readonly FileOption[] = ['tlsCAFile', 'userCertFile', 'userKeyFile'];
const BOOLEANS = ['tls', 'tlsVerifyCert'];
const NUMBERS = [
  'maxDiscoverAttempts',
  'discoveryInterval',
  'gossipTimeout',
  'keepAliveInterval',
  'keepAliveTimeout',
  'defaultDeadline',
];
const OPTIONS = [...FILES, ...BOOLEANS, ...NUMBERS, 'nodePreference', 'connectionName'];

/** The client ignores case, `-` and `_` in option names and values. */
const flat = (text: string): string => text.trim().toLowerCase().replace(/[_-]/g, '');

const optionsOf = (query: string): readonly (readonly [name: string, value: string])[] =>
  query
    .split('&')
    .filter(Boolean)
    .map((pair) => {
      const [name = '', ...value] = pair.split('=');
      return [OPTIONS.find((option) => flat(option) === flat(name)) ?? name, value.join('=').trim()];
    });

/** Describes the problem of an option, as the end of a sentence about the setting, or null. */
function optionProblem(name: string, value: string): string | null {
  if (!OPTIONS.includes(name)) return `has an option ${name} that Kindra does not support`;
  if (!value) return `has no value for ${name}`;
  if (NUMBERS.includes(name) && !/^-?\d+$/.test(value)) return `must have an integer for ${name}`;
  if (BOOLEANS.includes(name) && !/^(true|false)$/.test(value)) return `must have true or false for ${name}`;
  if (name === 'tlsVerifyCert' && value === 'false')
    return 'must not set tlsVerifyCert=false: certificates are always verified; name the file of your CA with tlsCAFile';
  if (name === 'nodePreference' && flat(value) !== 'leader')
    return `must not set nodePreference=${value}: Kindra reads from the leader only, because other nodes may be behind it`;
  return null;
}

/** Describes the problem of a connection string, as the end of a sentence about the setting, or null. */
export function eventStoreAddressProblem(address: string): string | null {
  const [, , , query = ''] = PARTS.exec(address.trim()) ?? [];
  if (!PARTS.test(address.trim())) return 'must look like esdb://user:password@host:2113';
  for (const [name, value] of optionsOf(query)) {
    const problem = optionProblem(name, value);
    if (problem) return problem;
  }
  return null;
}

/** Parses a valid connection string. */
export function parseEventStoreAddress(address: string): EventStoreAddress {
  const [, credentials, hosts = '', query = ''] = PARTS.exec(address.trim()) ?? [];
  const options = new Map(optionsOf(query));
  return {
    nodes: hosts.split(',').map((node) => {
      const [host = '', port] = node.split(':');
      return { host, port: port ? Number(port) : DEFAULT_PORT };
    }),
    hasCredentials: credentials !== undefined,
    tls: options.get('tls') !== 'false',
    files: new Map(
      FILES.flatMap((name) => {
        const file = options.get(name);
        return file ? [[name, decodeURIComponent(file)] as const] : [];
      }),
    ),
  };
}

/** Replaces the newer URL schemes: the client supports only `esdb`. */
export const toClientAddress = (address: string): string =>
  address.replace(/^(kurrentdb|kurrent|kdb)(?=(\+discover)?:)/, 'esdb');
