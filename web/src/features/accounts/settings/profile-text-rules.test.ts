import { validateProfileText } from './profile-text-rules.ts';

test.each([
  ['fox', 'Nickname must be between 5 and 18 characters.'],
  ['sixteenletters16', 'Nickname must be between 5 and 18 characters.'],
  ['red fox', "The nickname cannot contain spaces or special characters (Except '_')."],
  ['red-fox', "The nickname cannot contain spaces or special characters (Except '_')."],
  ['current', 'The new nickname is the same as the current one.'],
  [' current ', 'The new nickname is the same as the current one.'],
])('refuses the nickname %j', (typed, sentence) => {
  expect(validateProfileText('nickname', typed, 'current')?.message).toBe(sentence);
});

test.each(['red_fox', 'Current', 'çañon'])('accepts the nickname %j', (typed) => {
  expect(validateProfileText('nickname', typed, 'current')).toBeNull();
});

test('validates a profile name like a name', () => {
  expect(validateProfileText('profileName', 'Ana', 'Ana')?.message).toBe(
    'The new profile name is the same as the current one.',
  );
  expect(validateProfileText('profileName', '', 'Ana')?.message).toBe('Name cannot be empty.');
  expect(validateProfileText('profileName', 'R2D2', 'Ana')?.message).toBe('Name can only contain letters.');
  expect(validateProfileText('profileName', 'Ana Vila', 'Ana')).toBeNull();
});
