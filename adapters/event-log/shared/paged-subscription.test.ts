import { subscribeByPages } from './paged-subscription.ts';

const REST_MS = 50;

test('who is woken for nothing, again and again, rests between two looks', async () => {
  let reads = 0;
  const started = performance.now();
  const enough = new Promise<void>((resolve) => {
    const subscription = subscribeByPages(
      {
        readPage: async () => {
          reads += 1;
          if (reads === 6) void subscription.close().then(resolve);
          return { events: [], previousId: undefined };
        },
        head: async () => 0,
        // As when the head is told to be further than the log reaches.
        waitBeyond: async () => {},
      },
      { after: 0, onEvents: async () => {} },
    );
  });
  await enough;
  // The first look finds the end, the second is the first that was for nothing.
  expect(performance.now() - started).toBeGreaterThan((reads - 2) * REST_MS * 0.9);
});
