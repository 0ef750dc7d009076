import { jest } from '@jest/globals';
import { browserStorage, tabStorage } from './browser-storage.ts';

const blocked = (): never => {
  throw new DOMException('The operation is insecure.', 'SecurityError');
};

afterEach(() => {
  jest.restoreAllMocks();
  localStorage.clear();
});

test('texts are kept under their keys', () => {
  browserStorage.set('theme', 'dark');
  expect(localStorage.getItem('theme')).toBe('dark');
  expect([browserStorage.get('theme'), tabStorage.get('theme')]).toEqual(['dark', null]);
  expect([browserStorage.keys('th'), browserStorage.keys('other')]).toEqual([['theme'], []]);
  browserStorage.remove('theme');
  expect(browserStorage.get('theme')).toBeNull();
});

test('where storage is blocked, texts last as long as the page', () => {
  const storage = jest.spyOn(globalThis, 'localStorage', 'get').mockImplementation(blocked);
  expect(browserStorage.get('theme')).toBeNull();
  browserStorage.set('theme', 'dark');
  expect(browserStorage.get('theme')).toBe('dark');
  expect(browserStorage.keys('th')).toEqual(['theme']);
  browserStorage.remove('theme');
  expect(browserStorage.get('theme')).toBeNull();
  expect(storage).toHaveBeenCalled();
});

test('what does not fit takes the place of what was kept, for good', () => {
  localStorage.setItem('theme', 'light');
  jest.spyOn(Storage.prototype, 'setItem').mockImplementation(blocked);
  browserStorage.set('theme', 'dark');
  expect(browserStorage.get('theme')).toBe('dark');
  expect(localStorage.getItem('theme')).toBeNull();
});
