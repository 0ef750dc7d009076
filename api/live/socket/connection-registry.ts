import type { AccountId } from '../../../domain/kernel/ids.ts';
import type { Connection } from './connection.ts';

const MAX_CONNECTIONS = 15_000;
const MAX_CONNECTIONS_PER_ACCOUNT = 50;

/** The open sockets of this process, by account. */
export type OpenConnections = ReadonlyMap<AccountId, ReadonlySet<Connection>>;

/** Registry of the open sockets. It limits their number per process and per account. */
export interface ConnectionRegistry {
  readonly byAccount: OpenConnections;
  readonly getAll: () => readonly Connection[];
  /** Returns false when the limit of the process or the account is reached. */
  readonly add: (connection: Connection) => boolean;
  readonly remove: (connection: Connection) => void;
}

/** Creates an empty connection registry. */
export function createConnectionRegistry(): ConnectionRegistry {
  const byAccount = new Map<AccountId, Set<Connection>>();
  let totalCount = 0;

  return {
    byAccount,
    getAll: () => [...byAccount.values()].flatMap((accountConnections) => [...accountConnections]),
    add(connection) {
      const accountConnections = byAccount.get(connection.accountId) ?? new Set();
      if (totalCount >= MAX_CONNECTIONS || accountConnections.size >= MAX_CONNECTIONS_PER_ACCOUNT)
        return false;
      byAccount.set(connection.accountId, accountConnections.add(connection));
      totalCount += 1;
      return true;
    },
    remove(connection) {
      const accountConnections = byAccount.get(connection.accountId);
      if (!accountConnections?.delete(connection)) return;
      totalCount -= 1;
      if (accountConnections.size === 0) byAccount.delete(connection.accountId);
    },
  };
}
