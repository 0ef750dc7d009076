import { fireEvent, render } from '@testing-library/react';
import { Avatar } from './avatar.tsx';

const PICTURE = '/api/profile/1/picture?hash=1';

test('shows the picture of an account, and the drawing if it cannot be loaded', () => {
  const { container, rerender } = render(<Avatar name="Núria" seed="1" picture={PICTURE} />);
  const image = container.querySelector('img');
  expect(image?.getAttribute('src')).toBe(PICTURE);
  expect(container.querySelector('svg')).toBeNull();
  if (image) fireEvent.error(image);
  expect(container.querySelector('img')).toBeNull();
  expect(container.textContent).toBe('N');
  rerender(<Avatar name="Núria" seed="1" picture={`${PICTURE}2`} />);
  expect(container.querySelector('img')?.getAttribute('src')).toBe(`${PICTURE}2`);
});
