import { clampedAge } from './age-field.tsx';

test.each([
  ['0', 0],
  ['-3', 0],
  ['101', 100],
  ['7.9', 7],
  ['', 5],
  ['x', 5],
])('an age typed as %j counts as %i', (text, age) => {
  expect(clampedAge(text, 5)).toBe(age);
});
