import { unsupportedPicture } from '../../../../contract/rules/pictures.ts';
import { getFittedSize, validatePictureFile } from './resize-picture.ts';

test.each([
  [4000, 3000, 300, 225],
  [3000, 4000, 225, 300],
  [300, 300, 300, 300],
  [120, 80, 120, 80],
  [9000, 2, 300, 1],
])('fits %d × %d into %d × %d', (width, height, fittedWidth, fittedHeight) => {
  expect(getFittedSize(width, height)).toEqual({ width: fittedWidth, height: fittedHeight });
});

test.each([
  ['image/png', 1000, null],
  ['image/gif', 1000, unsupportedPicture],
  ['', 1000, unsupportedPicture],
  ['image/jpeg', 26 * 1024 * 1024, 'The image is too large.'],
])('validates a file of type %p with %d bytes', (type, size, problem) => {
  expect(validatePictureFile({ type, size })).toBe(problem);
});
