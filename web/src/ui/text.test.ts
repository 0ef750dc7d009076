import { truncate } from './text.ts';

describe('truncate', () => {
  test('leaves a text that fits', () => {
    expect(truncate('a'.repeat(15))).toBe('a'.repeat(15));
  });

  test('cuts at 15 characters unless told otherwise', () => {
    expect(truncate('a'.repeat(16))).toBe(`${'a'.repeat(15)}...`);
    expect(truncate('abcdef', 3)).toBe('abc...');
  });

  test('counts and cuts code points, never halves of one', () => {
    expect(truncate('🦔🦔🦔', 3)).toBe('🦔🦔🦔');
    expect(truncate('🦔🦔🦔🦔', 3)).toBe('🦔🦔🦔...');
  });
});
