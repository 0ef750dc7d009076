import { subscribeByPages } from './paged-subscription.ts';

const IDLE_PAUSE_MS = 50;

test('pauses between reads when it is woken repeatedly without new events', async () => {
  let reads = 0;
  const startedAt = performance.now();
  const allReadsDone = new Promise<void>((resolve) => {
    const subscription = subscribeByPages(
      {
        readPage: async () => {
          reads += 1;
          if (reads === 6) void subscription.close().then(resolve);
          return { events: [], previousId: undefined };
        },
        head: async () => 0,
        // As if the reported head were beyond the end of the log.
        waitForEvents: async () => {},
      },
      { after: 0, onEvents: async () => {} },
    );
  });
  await allReadsDone;
  // The first read reaches the end, the second is the first unnecessary one.
  expect(performance.now() - startedAt).toBeGreaterThan((reads - 2) * IDLE_PAUSE_MS * 0.9);
});
