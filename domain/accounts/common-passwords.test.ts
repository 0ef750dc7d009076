import { isCommonPassword } from './common-passwords.ts';
import { checkPassword } from './rules.ts';

test.each(['Passw0rd', 'Password1', 'passworD1', '8J4yE3Uz', 'g00dPa$$w0rD'])(
  '%s is common, despite the other rules',
  (password) => {
    expect([checkPassword(password), isCommonPassword(password)]).toEqual([null, true]);
  },
);

test('other passwords are not common', () => {
  expect(isCommonPassword('Other42Words')).toBe(false);
});
