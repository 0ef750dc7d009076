import { useCallback, useEffect, useState } from 'react';
import { loadDraft, type StoredDraft, saveDraft, subscribeToDrafts } from '../state/draft-storage.ts';
import { useUser } from '../state/session.ts';

/**
 * State of a text being written, like `useState('')`, that survives reloads, logins and navigation in this
 * tab. There is one per account and place, such as `comment:<id>`. Set it to '' after sending, even if the
 * page was left and reopened in the meantime. Logging out deletes it.
 */
export function useDraft(place: string): readonly [string, (text: string) => void] {
  const account = useUser()?.id ?? null;
  const [held, setHeld] = useState<StoredDraft>(() => ({ account, place, text: loadDraft(account, place) }));
  const moved = held.account !== account || held.place !== place;
  const now = moved ? { account, place, text: loadDraft(account, place) } : held;
  if (moved) setHeld(now);

  useEffect(
    () =>
      subscribeToDrafts((draft) => {
        if (draft.account === account && draft.place === place) setHeld(draft);
      }),
    [account, place],
  );
  const write = useCallback(
    (text: string) => {
      saveDraft(account, place, text);
      // The effect above may not have run yet.
      setHeld({ account, place, text });
    },
    [account, place],
  );

  return [now.text, write];
}

type Fields<Form> = Readonly<Record<keyof Form, string | number | boolean>>;

/** Merges the stored fields into the initial values; unknown fields and those of another type are ignored. */
function mergeStoredFields<Form extends Fields<Form>>(kept: string, empty: Form): Form {
  try {
    const fields = Object.entries(JSON.parse(kept || '{}') as object);
    const known = fields.filter(([name, value]) => typeof value === typeof empty[name as keyof Form]);
    return { ...empty, ...Object.fromEntries(known) };
  } catch {
    return empty;
  }
}

/**
 * Form state that is stored like `useDraft`. Returns the form, a function to change some fields, and one to
 * clear it.
 */
export function useFormDraft<Form extends Fields<Form>>(place: string, empty: Form) {
  const [kept, write] = useDraft(place);
  const form = mergeStoredFields(kept, empty);
  return {
    form,
    change: (part: Partial<Form>) => write(JSON.stringify({ ...form, ...part })),
    clear: () => write(''),
  };
}
