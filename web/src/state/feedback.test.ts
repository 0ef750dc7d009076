import { feedbackAdded, feedbackSlice } from './feedback.ts';

const reduce = feedbackSlice.reducer;
const createFeedback = (type: 'ok' | 'bad' | 'info', at: number) => {
  const action = feedbackAdded(type, 'The same.');
  return { ...action, payload: { ...action.payload, at } };
};
const countMessages = (...actions: readonly ReturnType<typeof createFeedback>[]) =>
  actions.reduce(reduce, undefined as never as ReturnType<typeof reduce>).messages.length;

test.each(['ok', 'info'] as const)('adds the same message of type %s each time', (type) => {
  expect(countMessages(createFeedback(type, 1_000), createFeedback(type, 1_000))).toBe(2);
});

test('adds the same failure again, but not within the same moment', () => {
  expect(countMessages(createFeedback('bad', 1_000), createFeedback('bad', 1_100))).toBe(1);
  expect(countMessages(createFeedback('bad', 1_000), createFeedback('bad', 2_000))).toBe(2);
  expect(countMessages(createFeedback('bad', 1_000), createFeedback('ok', 1_000))).toBe(2);
});
