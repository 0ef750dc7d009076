import '../testing/browser-gaps.ts';
import { createStore } from './store.ts';

afterEach(() => {
  Reflect.deleteProperty(document, 'visibilityState');
});

const look = (state: DocumentVisibilityState): void => {
  Object.defineProperty(document, 'visibilityState', { value: state, configurable: true });
  window.dispatchEvent(new Event('visibilitychange'));
};

test('pauses polling while the page is hidden', () => {
  const store = createStore();
  const looked = () => store.getState().api.config.focused;
  look('hidden');
  expect(looked()).toBe(false);
  look('visible');
  expect(looked()).toBe(true);
});
