import { createEventStoreLog } from '../../../adapters/event-log/eventstoredb/index.ts';
import { createCuttableProxy } from '../../support/cuttable.ts';
import { WAIT_MS } from '../../support/wait.ts';
import { type AdapterOnTrial, testEventLog } from './contract.ts';
import { startStandInServer } from './stand-in/server.ts';

/** Default port of EventStoreDB. */
const DEFAULT_PORT = 2113;

/** Opens an event log whose connection to the server can be cut. */
async function openBehindWay(
  address: string,
  stopServer: () => Promise<void>,
  truncate: (after: number) => void = () => {},
): Promise<AdapterOnTrial> {
  const way = await createCuttableProxy(address, DEFAULT_PORT);
  const cutConnections = async (): Promise<void> => {
    await way.cut();
    await way.mend();
  };
  return {
    log: createEventStoreLog({ connectionString: way.url, deadlineMs: WAIT_MS }),
    cutConnections,
    truncate: async (after) => {
      truncate(after);
      await cutConnections();
    },
    close: async () => {
      await way.cut();
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
    testEventLog(
      async () => {
        const server = await startStandInServer({ tellsCaughtUp });
        return openBehindWay(`esdb://127.0.0.1:${server.port}?tls=false`, server.close, server.truncate);
      },
      { comparesLastEvent: false, losesEvents: true },
    );
  },
);

const real = process.env.EVENTSTORE_URL;
if (real) {
  describe('event log on EventStoreDB', () => {
    const canBeCut = new URL(real).searchParams.get('tls') === 'false' && !real.includes('+discover:');
    testEventLog(
      async () =>
        canBeCut
          ? openBehindWay(real, async () => {})
          : {
              log: createEventStoreLog({ connectionString: real, deadlineMs: WAIT_MS }),
              close: async () => {},
            },
      { comparesLastEvent: false, losesEvents: false },
    );
  });
}
