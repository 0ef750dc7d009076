import { useCallback, useEffect, useState } from 'react';
import { loadDraft, type StoredDraft, saveDraft, subscribeToDrafts } from '../state/draft-storage.ts';
import { useUser } from '../state/session.ts';

/**
 * Manages the text of a draft. Used like `useState('')`. The draft survives reloads, logins and navigation in this
 * tab. There is one draft per account and key, such as `comment:<id>`. Set it to '' after sending, even if the page
 * was left and reopened in the meantime. Logging out deletes all drafts.
 */
export function useDraft(draftKey: string): readonly [string, (text: string) => void] {
  const account = useUser()?.id ?? null;
  const [heldDraft, setHeldDraft] = useState<StoredDraft>(() => ({
    account,
    place: draftKey,
    text: loadDraft(account, draftKey),
  }));
  const hasMoved = heldDraft.account !== account || heldDraft.place !== draftKey;
  const currentDraft = hasMoved
    ? { account, place: draftKey, text: loadDraft(account, draftKey) }
    : heldDraft;
  if (hasMoved) setHeldDraft(currentDraft);

  useEffect(
    () =>
      subscribeToDrafts((draft) => {
        if (draft.account === account && draft.place === draftKey) setHeldDraft(draft);
      }),
    [account, draftKey],
  );
  const write = useCallback(
    (text: string) => {
      saveDraft(account, draftKey, text);
      // Needed because the effect above may not have run yet.
      setHeldDraft({ account, place: draftKey, text });
    },
    [account, draftKey],
  );

  return [currentDraft.text, write];
}

type Fields<Form> = Readonly<Record<keyof Form, string | number | boolean | object | null>>;

/** Merges stored fields into the initial values. Ignores unknown fields and fields of a different type. */
function mergeStoredFields<Form extends Fields<Form>>(storedText: string, empty: Form): Form {
  try {
    const fields = Object.entries(JSON.parse(storedText || '{}') as object);
    const knownFields = fields.filter(([name, value]) => typeof value === typeof empty[name as keyof Form]);
    return { ...empty, ...Object.fromEntries(knownFields) };
  } catch {
    return empty;
  }
}

/** Manages a form that is stored like a draft. */
export function useFormDraft<Form extends Fields<Form>>(place: string, empty: Form) {
  const [storedText, write] = useDraft(place);
  const form = mergeStoredFields(storedText, empty);
  return {
    form,
    change: (part: Partial<Form>) => write(JSON.stringify({ ...form, ...part })),
    clear: () => write(''),
  };
}
