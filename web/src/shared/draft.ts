import { useCallback, useEffect, useState } from 'react';
import { draftAt, keepDraft, onDraftKept, type StoredDraft } from '../state/draft-storage.ts';
import { useUser } from '../state/session.ts';

/**
 * A text that is being written, as with `useState('')`. It outlives its page in this tab: a reload, a login, leaving and
 * coming back. Each account and each place, such as `comment:<id>`, has its own. Set it to '' once it is sent, also when
 * the page has been left and opened again meanwhile; logging out forgets it.
 */
export function useDraft(place: string): readonly [string, (text: string) => void] {
  const account = useUser()?.id ?? null;
  const [held, setHeld] = useState<StoredDraft>(() => ({ account, place, text: draftAt(account, place) }));
  const moved = held.account !== account || held.place !== place;
  const now = moved ? { account, place, text: draftAt(account, place) } : held;
  if (moved) setHeld(now);

  useEffect(
    () =>
      onDraftKept((draft) => {
        if (draft.account === account && draft.place === place) setHeld(draft);
      }),
    [account, place],
  );
  const write = useCallback((text: string) => keepDraft(account, place, text), [account, place]);

  return [now.text, write];
}

type Fields<Form> = Readonly<Record<keyof Form, string | number | boolean>>;

/** What was kept of a form, over what it begins with; a field that is gone or of another kind is left out. */
function read<Form extends Fields<Form>>(kept: string, empty: Form): Form {
  try {
    const fields = Object.entries(JSON.parse(kept || '{}') as object);
    const known = fields.filter(([name, value]) => typeof value === typeof empty[name as keyof Form]);
    return { ...empty, ...Object.fromEntries(known) };
  } catch {
    return empty;
  }
}

/** The fields of a form, kept as `useDraft` keeps a text: the form, what changes a part of it, and what forgets it. */
export function useFormDraft<Form extends Fields<Form>>(place: string, empty: Form) {
  const [kept, write] = useDraft(place);
  const form = read(kept, empty);
  return {
    form,
    change: (part: Partial<Form>) => write(JSON.stringify({ ...form, ...part })),
    clear: () => write(''),
  };
}
