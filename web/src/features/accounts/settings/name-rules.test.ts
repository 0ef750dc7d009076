import { newNameProblem } from './name-rules.ts';

test.each([
  ['fox', 'Nickname must be between 5 and 18 characters.'],
  ['sixteenletters16', 'Nickname must be between 5 and 18 characters.'],
  ['red fox', "The nickname cannot contain spaces or special characters (Except '_')."],
  ['red-fox', "The nickname cannot contain spaces or special characters (Except '_')."],
  ['current', 'The new nickname is the same as the current one.'],
  [' current ', 'The new nickname is the same as the current one.'],
])('the nickname %j is refused', (typed, sentence) => {
  expect(newNameProblem('nickname', typed, 'current')?.message).toBe(sentence);
});

test.each(['red_fox', 'Current', 'çañon'])('the nickname %j is taken', (typed) => {
  expect(newNameProblem('nickname', typed, 'current')).toBeNull();
});

test('a profile name keeps the rules of a name', () => {
  expect(newNameProblem('profileName', 'Ana', 'Ana')?.message).toBe(
    'The new profile name is the same as the current one.',
  );
  expect(newNameProblem('profileName', '', 'Ana')?.message).toBe('Name cannot be empty.');
  expect(newNameProblem('profileName', 'R2D2', 'Ana')?.message).toBe('Name can only contain letters.');
  expect(newNameProblem('profileName', 'Ana Vila', 'Ana')).toBeNull();
});
