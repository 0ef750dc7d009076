import { unsupportedPicture } from '../../../../contract/rules/pictures.ts';
import { getFittedSize, validatePictureFile } from './resize-picture.ts';

test.each([
  [4000, 3000, 1600, 1200],
  [3000, 4000, 1200, 1600],
  [1600, 1600, 1600, 1600],
  [120, 80, 120, 80],
  [9000, 2, 1600, 1],
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
