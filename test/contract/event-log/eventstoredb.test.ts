import { createEventStoreLog } from '../../../adapters/event-log/eventstoredb/index.ts';
import { type AdapterOnTrial, eventLogContract } from './contract.ts';
import { openCuttableProxy } from './cuttable-proxy.ts';
import { startStandInServer } from './stand-in-server.ts';

/** An adapter whose way to the server can be cut. */
async function openBehindProxy(url: URL, stopServer: () => Promise<void>): Promise<AdapterOnTrial> {
  const proxy = await openCuttableProxy(url.hostname, Number(url.port || 2113));
  const behind = new URL(url);
  behind.hostname = '127.0.0.1';
  behind.port = `${proxy.port}`;
  return {
    log: createEventStoreLog({ connectionString: behind.href }),
    cutConnections: async () => proxy.cut(),
    close: async () => {
      await proxy.close();
      await stopServer();
    },
  };
}

describe.each([
  ['tells', true],
  ['does not tell', false],
])(
  'event log on a stand-in of EventStoreDB that %s when a subscription has caught up',
  (_what, tellsCaughtUp) => {
    eventLogContract(async () => {
      const server = await startStandInServer({ tellsCaughtUp });
      return openBehindProxy(new URL(`esdb://127.0.0.1:${server.port}?tls=false`), server.close);
    });
  },
);

const real = process.env.EVENTSTORE_URL;
if (real) {
  describe('event log on EventStoreDB', () => {
    const canBeCut = new URL(real).searchParams.get('tls') === 'false' && !real.includes('+discover:');
    eventLogContract(async () =>
      canBeCut
        ? openBehindProxy(new URL(real), async () => {})
        : { log: createEventStoreLog({ connectionString: real }), close: async () => {} },
    );
  });
}
