import { feedbackAdded, feedbackSlice } from './feedback.ts';

const add = feedbackSlice.reducer;
const given = (type: 'ok' | 'bad' | 'info', at: number) => {
  const action = feedbackAdded(type, 'The same.');
  return { ...action, payload: { ...action.payload, at } };
};
const count = (...actions: readonly ReturnType<typeof given>[]) =>
  actions.reduce(add, undefined as never as ReturnType<typeof add>).messages.length;

test.each(['ok', 'info'] as const)('adds the same message of type %s each time', (type) => {
  expect(count(given(type, 1_000), given(type, 1_000))).toBe(2);
});

test('adds the same failure again, but not within the same moment', () => {
  expect(count(given('bad', 1_000), given('bad', 1_100))).toBe(1);
  expect(count(given('bad', 1_000), given('bad', 2_000))).toBe(2);
  expect(count(given('bad', 1_000), given('ok', 1_000))).toBe(2);
});
