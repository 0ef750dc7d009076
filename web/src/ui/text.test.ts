import { truncate } from './text.ts';

describe('truncate', () => {
  test('returns a short text unchanged', () => {
    expect(truncate('a'.repeat(15))).toBe('a'.repeat(15));
  });

  test('shortens to 15 characters by default', () => {
    expect(truncate('a'.repeat(16))).toBe(`${'a'.repeat(15)}...`);
    expect(truncate('abcdef', 3)).toBe('abc...');
  });

  test('counts and cuts whole code points', () => {
    expect(truncate('🦔🦔🦔', 3)).toBe('🦔🦔🦔');
    expect(truncate('🦔🦔🦔🦔', 3)).toBe('🦔🦔🦔...');
  });
});
