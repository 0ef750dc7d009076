import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { ProfileLink } from './profile-link.tsx';

const show = (nickname: string, name: string) =>
  render(
    <MemoryRouter>
      <ProfileLink nickname={nickname}>{name}</ProfileLink>
    </MemoryRouter>,
  );

test('links to the profile', () => {
  show('nuria', 'Núria');
  expect(screen.getByRole('link', { name: 'Núria' }).getAttribute('href')).toBe('/profile/nuria');
});

test('shows the name of an erased account without a link', () => {
  show('', 'Erased account');
  expect(screen.getByText('Erased account').textContent).toBe('Erased account');
  expect(screen.queryByRole('link')).toBeNull();
});
