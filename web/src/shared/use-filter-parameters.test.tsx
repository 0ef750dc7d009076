import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { useFilterParameters } from './use-filter-parameters.ts';

const open = (search = '') =>
  renderHook(() => ({ filter: useFilterParameters<'type' | 'text'>(), search: useLocation().search }), {
    wrapper: ({ children }: { readonly children: ReactNode }) => (
      <MemoryRouter initialEntries={[`/animals${search}`]}>{children}</MemoryRouter>
    ),
  }).result;

test('keeps a change that has not been rendered when the next one is made', () => {
  const page = open();
  const { filter } = page.current;
  act(() => {
    filter.setValues({ type: 'DOG' });
    filter.setValues({ text: 'calm' });
  });
  expect(page.current.search).toBe('?type=DOG&text=calm');
  expect(page.current.filter.getValue('type')).toBe('DOG');
});

test('removes empty values, and all values when it is cleared', () => {
  const page = open('?type=DOG&text=calm');
  act(() => page.current.filter.setValues({ text: '' }));
  expect(page.current.search).toBe('?type=DOG');
  act(() => page.current.filter.clearFilter());
  expect([page.current.search, page.current.filter.isFiltered]).toEqual(['', false]);
});
