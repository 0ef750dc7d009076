import '../testing/browser-gaps.ts';
import { createStore } from './store.ts';

afterEach(() => {
  Reflect.deleteProperty(document, 'visibilityState');
});

const setVisibility = (state: DocumentVisibilityState): void => {
  Object.defineProperty(document, 'visibilityState', { value: state, configurable: true });
  window.dispatchEvent(new Event('visibilitychange'));
};

test('pauses polling while the page is hidden', () => {
  const store = createStore();
  const isFocused = () => store.getState().api.config.focused;
  setVisibility('hidden');
  expect(isFocused()).toBe(false);
  setVisibility('visible');
  expect(isFocused()).toBe(true);
});
