import '../testing/browser-gaps.ts';
import { renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { Provider } from 'react-redux';
import { createStore } from '../app/store.ts';
import { loadDraft, saveDraft } from '../state/draft-storage.ts';
import { useIdempotencyKey } from './use-idempotency-key.ts';

const createFailure = (status: number | null) => ({ status, code: 'REFUSED', message: 'No.' });

afterEach(() => sessionStorage.clear());

const store = createStore();
const Wrapper = ({ children }: { readonly children: ReactNode }) => (
  <Provider store={store}>{children}</Provider>
);
const open = (place?: string) =>
  renderHook(() => useIdempotencyKey(place), { wrapper: Wrapper }).result.current;

test.each([
  ['a response', undefined, false],
  ['a refusal', createFailure(400), false],
  ['no response', createFailure(null), true],
  ['a server error', createFailure(503), true],
])('after %s, keeps the key of the same content: %s', (_what, error, isSame) => {
  const { getKey, done } = open();
  const key = getKey('content');
  done(error);
  expect(getKey('content') === key).toBe(isSame);
});

test('restores the key of the same content in a named form until there is a response', () => {
  const firstForm = open('place');
  const key = firstForm.getKey('content');
  expect(open('place').getKey('content')).toBe(key);
  expect([open().getKey('content'), open('elsewhere').getKey('content')]).not.toContain(key);
  firstForm.done();
  expect(open('place').getKey('content')).not.toBe(key);
});

test.each([38_000, 60_000])(
  'keeps the key of a picture of %i characters without displacing drafts',
  (length) => {
    const draft = 'A roof. '.repeat(500);
    saveDraft(null, 'elsewhere', draft);
    const picture = 'A'.repeat(length);
    const key = open('place').getKey(picture);
    expect(loadDraft(null, 'elsewhere')).toBe(draft);
    expect(open('place').getKey(picture)).toBe(key);
    expect(open('place').getKey(`${picture.slice(1)}B`)).not.toBe(key);
  },
);
