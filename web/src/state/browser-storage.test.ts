import { jest } from '@jest/globals';
import { browserStorage, tabStorage } from './browser-storage.ts';

const throwSecurityError = (): never => {
  throw new DOMException('The operation is insecure.', 'SecurityError');
};

afterEach(() => {
  jest.restoreAllMocks();
  localStorage.clear();
});

test('stores texts under their keys', () => {
  browserStorage.set('theme', 'dark');
  expect(localStorage.getItem('theme')).toBe('dark');
  expect([browserStorage.get('theme'), tabStorage.get('theme')]).toEqual(['dark', null]);
  expect([browserStorage.keys('th'), browserStorage.keys('other')]).toEqual([['theme'], []]);
  browserStorage.remove('theme');
  expect(browserStorage.get('theme')).toBeNull();
});

test('keeps texts as long as the page when storage is blocked', () => {
  const storage = jest.spyOn(globalThis, 'localStorage', 'get').mockImplementation(throwSecurityError);
  expect(browserStorage.get('theme')).toBeNull();
  browserStorage.set('theme', 'dark');
  expect(browserStorage.get('theme')).toBe('dark');
  expect(browserStorage.keys('th')).toEqual(['theme']);
  browserStorage.remove('theme');
  expect(browserStorage.get('theme')).toBeNull();
  expect(storage).toHaveBeenCalled();
});

test('replaces a stored text for as long as the page when storage is full', () => {
  localStorage.setItem('theme', 'light');
  jest.spyOn(Storage.prototype, 'setItem').mockImplementation(throwSecurityError);
  browserStorage.set('theme', 'dark');
  expect(browserStorage.get('theme')).toBe('dark');
  expect(localStorage.getItem('theme')).toBeNull();
});
