import { waitUntil } from '../../test/support/wait.ts';
import { MAX_ATTEMPTS, superviseServer } from './supervisor.ts';

/** Supervises a server whose first `failures` starts fail. */
function superviseFakeServer({ failures = 0, canRestart = true } = {}) {
  const server = { isRunning: true, checks: 0, attempts: 0, lostErrors: [] as unknown[] };
  const supervisor = superviseServer({
    isRunning: () => {
      server.checks += 1;
      return server.isRunning;
    },
    canRestart: () => canRestart,
    restart: async () => {
      server.attempts += 1;
      if (server.attempts <= failures) throw new Error(`failure ${server.attempts}`);
      server.isRunning = true;
    },
    onLost: (error) => server.lostErrors.push(error),
    pauseMs: 1,
  });
  return { server, close: supervisor.close };
}

const waitForChecks = async ({ server }: ReturnType<typeof superviseFakeServer>): Promise<void> => {
  const { checks } = server;
  await waitUntil(() => server.checks > checks + 2);
};

test('restarts a server each time it has ended, and retries failed starts', async () => {
  const supervised = superviseFakeServer({ failures: MAX_ATTEMPTS - 1 });
  const { server } = supervised;
  await waitForChecks(supervised);
  expect(server.attempts).toBe(0);
  for (const attempts of [MAX_ATTEMPTS, MAX_ATTEMPTS + 1]) {
    server.isRunning = false;
    await waitUntil(() => server.isRunning);
    expect(server.attempts).toBe(attempts);
  }
  await supervised.close();
  expect(server.lostErrors).toEqual([]);
});

test('gives up after several failed starts in a row', async () => {
  const { server, close } = superviseFakeServer({ failures: Number.POSITIVE_INFINITY });
  server.isRunning = false;
  await waitUntil(() => server.lostErrors.length > 0);
  await close();
  expect(server.attempts).toBe(MAX_ATTEMPTS);
  expect(server.lostErrors).toEqual([new Error(`failure ${MAX_ATTEMPTS}`)]);
});

test('does not start a server whose data folder another process has taken over', async () => {
  const supervised = superviseFakeServer({ canRestart: false });
  supervised.server.isRunning = false;
  await waitForChecks(supervised);
  await supervised.close();
  expect(supervised.server.attempts).toBe(0);
});

test('does not restart a server after it was closed', async () => {
  const { server, close } = superviseFakeServer();
  await close();
  const { checks } = server;
  server.isRunning = false;
  await close();
  expect([server.attempts, server.checks]).toEqual([0, checks]);
});
