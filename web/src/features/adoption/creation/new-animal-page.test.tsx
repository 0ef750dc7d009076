import { fireEvent, screen, within } from '@testing-library/react';
import { renderApp } from '../../../testing/render-app.tsx';
import { sampleUser } from '../../../testing/samples.ts';

test('starts with a vaccinated, sterilized male dog of five years', async () => {
  renderApp({ at: '/new-post/adopt-animal', user: sampleUser() });
  const getValue = async (label: string) =>
    (await screen.findByLabelText<HTMLInputElement>(label, { exact: false })).value;
  expect([await getValue('Type'), await getValue('Sex'), await getValue('Age, in years')]).toEqual([
    'DOG',
    'M',
    '5',
  ]);
  for (const name of ['Vaccinated', 'Sterilized'])
    expect(screen.getByRole('checkbox', { name })).toHaveProperty('checked', true);
});

test('shows animal types in title case', async () => {
  renderApp({ at: '/new-post/adopt-animal', user: sampleUser() });
  const types = within(await screen.findByLabelText('Type'));
  expect(types.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
    'Dog',
    'Cat',
    'Bird',
    'Fish',
    'Reptile',
    'Small Mammal',
    'Amphibian',
    'Invertebrate',
    'Cattle',
  ]);
});

test.each([
  ['0', '0'],
  ['-3', '0'],
  ['101', '100'],
  ['7.9', '5'],
  ['', '5'],
  ['x', '5'],
])('reads an age typed as %j as %s', async (typed, counts) => {
  renderApp({ at: '/new-post/adopt-animal', user: sampleUser() });
  const age = await screen.findByLabelText<HTMLInputElement>('Age, in years');
  fireEvent.change(age, { target: { value: typed } });
  fireEvent.blur(age);
  expect(age.value).toBe(counts);
});
