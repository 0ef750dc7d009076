import { screen, within } from '@testing-library/react';
import { renderApp } from '../../../testing/render-app.tsx';

let app: ReturnType<typeof renderApp>;

const press = async (name: string) => app.reader.click(await screen.findByRole('button', { name }));
const type = (label: string, text: string) => app.reader.type(screen.getByLabelText(label), text);
const choose = (label: string, option: string) =>
  app.reader.selectOptions(screen.getByLabelText(label), option);
const listOffered = async (label: string) =>
  within(await screen.findByLabelText(label))
    .getAllByRole<HTMLOptionElement>('option')
    .map(({ value }) => value)
    .filter((value) => value !== '');

test('goes through the steps of the wizard forwards and backwards', async () => {
  app = renderApp({ at: '/register' });
  const kinds = await screen.findAllByRole('radio');
  expect(kinds).toHaveLength(2);
  expect(screen.getByRole('radio', { name: /^Personal account/ })).toHaveProperty('checked', true);
  expect(screen.getByRole('button', { name: 'PREV' })).toHaveProperty('disabled', true);
  await app.reader.click(screen.getByRole('radio', { name: /^Organization account/ }));
  await press('NEXT');
  for (const label of ['Username', 'Password', 'Confirm password', 'Email'])
    expect(await screen.findByLabelText(label)).toBeTruthy();
  for (const [label, text] of [
    ['Username', 'marmot7'],
    ['Password', 'Secret123'],
    ['Confirm password', 'Secret123'],
    ['Email', 'marmot@example.org'],
  ] as const)
    await type(label, text);
  const getProgressText = () => screen.getByRole('progressbar').getAttribute('aria-valuetext');
  expect(getProgressText()).toBe('Step 1 of 4: Account');
  await press('NEXT');
  for (const label of ['Name', 'Surnames (optional)', 'Birthdate', 'Gender'])
    expect(await screen.findByLabelText(label)).toBeTruthy();
  expect(await listOffered('Gender')).toEqual(['F', 'M', 'O']);
  await type('Name', 'Marta');
  await type('Birthdate', '1990-05-01');
  await choose('Gender', 'F');
  await press('NEXT');
  expect(await screen.findByLabelText('Organization name')).toBeTruthy();
  expect(await listOffered('Category')).toEqual(['SPA', 'WWF', 'IRF', 'OCE', 'MCS', 'FSC', 'NIH', 'OTHER']);
  expect(screen.getByRole('option', { name: 'Forests (FSC)' })).toBeTruthy();
  await type('Organization name', 'Marmots');
  await choose('Category', 'SPA');
  await press('NEXT');
  expect(await screen.findByRole('checkbox', { name: /terms.*privacy policy/ })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'REGISTER' })).toBeTruthy();
  expect(getProgressText()).toBe('Step 4 of 4: Consent');
  await press('PREV');
  expect(getProgressText()).toBe('Step 3 of 4: Organization');
});
