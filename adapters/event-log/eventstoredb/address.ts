/** One node in an EventStoreDB connection string. */
export interface Node {
  readonly host: string;
  readonly port: number;
}

/** The parts of an EventStoreDB connection string that Kindra looks at. */
export interface EventStoreAddress {
  /** Nodes, or the one name that resolves to all of them. */
  readonly nodes: readonly Node[];
  readonly hasCredentials: boolean;
  readonly tls: boolean;
  /** Files that the options name, by the option. */
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

/** The client ignores case, `-` and `_` in the names and values of options. */
const flat = (text: string): string => text.trim().toLowerCase().replace(/[_-]/g, '');

const optionsOf = (query: string): readonly (readonly [name: string, value: string])[] =>
  query
    .split('&')
    .filter(Boolean)
    .map((pair) => {
      const [name = '', ...value] = pair.split('=');
      return [OPTIONS.find((option) => flat(option) === flat(name)) ?? name, value.join('=').trim()];
    });

/** What is wrong with one option, as the end of a sentence about the setting; null when nothing is. */
function optionProblem(name: string, value: string): string | null {
  if (!OPTIONS.includes(name)) return `has an option ${name} that Kindra does not support`;
  if (!value) return `has no value for ${name}`;
  if (NUMBERS.includes(name) && !/^-?\d+$/.test(value)) return `must have a whole number for ${name}`;
  if (BOOLEANS.includes(name) && !/^(true|false)$/.test(value)) return `must have true or false for ${name}`;
  if (name === 'tlsVerifyCert' && value === 'false')
    return 'must not set tlsVerifyCert=false: certificates are always verified; name the file of your CA with tlsCAFile';
  if (name === 'nodePreference' && flat(value) !== 'leader')
    return `must not set nodePreference=${value}: Kindra reads from the leader only, because other nodes may be behind it`;
  return null;
}

/** What is wrong with a connection string, as the end of a sentence about the setting; null when nothing is. */
export function eventStoreAddressProblem(address: string): string | null {
  const [, , , query = ''] = PARTS.exec(address.trim()) ?? [];
  if (!PARTS.test(address.trim())) return 'must look like esdb://user:password@host:2113';
  for (const [name, value] of optionsOf(query)) {
    const problem = optionProblem(name, value);
    if (problem) return problem;
  }
  return null;
}

/** Splits a connection string in which there is no problem. */
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

/** The connection string for the client, which only supports the older of the server's two names. */
export const toClientAddress = (address: string): string =>
  address.replace(/^(kurrentdb|kurrent|kdb)(?=(\+discover)?:)/, 'esdb');
