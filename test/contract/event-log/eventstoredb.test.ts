import { createEventStoreLog } from '../../../adapters/event-log/eventstoredb/index.ts';
import { createCuttableProxy } from '../../support/cuttable-proxy.ts';
import { WAIT_MS } from '../../support/wait.ts';
import { testEventLog } from './contract.ts';
import type { EventLogSubject } from './contract-context.ts';
import { startStandInServer } from './stand-in/server.ts';

/** Default port of EventStoreDB. */
const DEFAULT_PORT = 2113;

/** Opens an event log through a proxy that can cut the connection to the server. */
async function openBehindProxy(
  address: string,
  stopServer: () => Promise<void>,
  truncate: (after: number) => void = () => {},
): Promise<EventLogSubject> {
  const proxy = await createCuttableProxy(address, DEFAULT_PORT);
  const cutConnections = async (): Promise<void> => {
    await proxy.cut();
    await proxy.restore();
  };
  return {
    log: createEventStoreLog({ connectionString: proxy.url, deadlineMs: WAIT_MS }),
    cutConnections,
    truncate: async (after) => {
      truncate(after);
      await cutConnections();
    },
    close: async () => {
      await proxy.cut();
      await stopServer();
    },
  };
}

describe('event log on a stand-in of EventStoreDB', () => {
  testEventLog(
    async () => {
      const server = await startStandInServer();
      return openBehindProxy(`esdb://127.0.0.1:${server.port}?tls=false`, server.close, server.truncate);
    },
    { isLastEventCompared: false, canLoseEvents: true },
  );
});

const serverUrl = process.env.EVENTSTORE_URL;
if (serverUrl) {
  describe('event log on EventStoreDB', () => {
    const canCutConnections =
      new URL(serverUrl).searchParams.get('tls') === 'false' && !serverUrl.includes('+discover:');
    testEventLog(
      async () =>
        canCutConnections
          ? openBehindProxy(serverUrl, async () => {})
          : {
              log: createEventStoreLog({ connectionString: serverUrl, deadlineMs: WAIT_MS }),
              close: async () => {},
            },
      { isLastEventCompared: false, canLoseEvents: false },
    );
  });
}
