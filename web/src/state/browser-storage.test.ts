import { jest } from '@jest/globals';
import { browserKeeps, tabKeeps } from './browser-storage.ts';

const blocked = (): never => {
  throw new DOMException('The operation is insecure.', 'SecurityError');
};

afterEach(() => {
  jest.restoreAllMocks();
  localStorage.clear();
});

test('texts are kept under their keys', () => {
  browserKeeps.set('theme', 'dark');
  expect(localStorage.getItem('theme')).toBe('dark');
  expect([browserKeeps.get('theme'), tabKeeps.get('theme')]).toEqual(['dark', null]);
  expect([browserKeeps.keys('th'), browserKeeps.keys('other')]).toEqual([['theme'], []]);
  browserKeeps.remove('theme');
  expect(browserKeeps.get('theme')).toBeNull();
});

test('where storage is blocked, texts last as long as the page', () => {
  const storage = jest.spyOn(globalThis, 'localStorage', 'get').mockImplementation(blocked);
  expect(browserKeeps.get('theme')).toBeNull();
  browserKeeps.set('theme', 'dark');
  expect(browserKeeps.get('theme')).toBe('dark');
  expect(browserKeeps.keys('th')).toEqual(['theme']);
  browserKeeps.remove('theme');
  expect(browserKeeps.get('theme')).toBeNull();
  expect(storage).toHaveBeenCalled();
});

test('what does not fit takes the place of what was kept, for good', () => {
  localStorage.setItem('theme', 'light');
  jest.spyOn(Storage.prototype, 'setItem').mockImplementation(blocked);
  browserKeeps.set('theme', 'dark');
  expect(browserKeeps.get('theme')).toBe('dark');
  expect(localStorage.getItem('theme')).toBeNull();
});
