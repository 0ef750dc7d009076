import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import LinkedText from './linked-text.tsx';

function show(text: string): HTMLElement {
  const { container } = render(
    <MemoryRouter>
      <LinkedText text={text} />
    </MemoryRouter>,
  );
  return container;
}

const getLinks = () =>
  screen.queryAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);

test.each([
  ['See https://example.org/a?b=c#d, please.', 'https://example.org/a?b=c#d'],
  ['(http://example.org/cats/)', 'http://example.org/cats/'],
  ['https://example.org/@somebody!', 'https://example.org/@somebody'],
])('links the address in %j', (text, address) => {
  expect(show(text).textContent).toBe(text);
  expect(getLinks()).toEqual([[address, address]]);
  const link = screen.getByRole('link');
  expect([link.getAttribute('rel'), link.getAttribute('target')]).toEqual([
    'nofollow ugc noopener',
    '_blank',
  ]);
});

test.each([
  ['Thanks, @pelusa_1!', ['@pelusa_1', '/profile/pelusa_1']],
  ['@sixteenlettersin2026', ['@sixteenlettersin2026', '/profile/sixteenlettersin2026']],
  ['¡@peñas_y!', ['@peñas_y', '/profile/pe%C3%B1as_y']],
])('links the nickname in %j to its profile', (text, link) => {
  expect(show(text).textContent).toBe(text);
  expect(getLinks()).toEqual([link]);
});

test.each([
  'javascript:alert(1) data:text/html,x //example.org',
  'somebody@kindra.example',
  '@abcd and @twenty_two_letters_and',
  'https:// and http://.',
  '@someone@elsewhere',
  '<a href="/wallet">free coins</a>',
])('links nothing in %j', (text) => {
  expect(show(text).textContent).toBe(text);
  expect(getLinks()).toEqual([]);
});
