import { tabStorage } from './browser-storage.ts';

/** An unsent text, with its draft key and author. */
export interface StoredDraft {
  /** Account id; null for a visitor. */
  readonly account: string | null;
  readonly place: string;
  readonly text: string;
}

const DRAFTS_KEY = 'drafts';
const MAX_DRAFTS = 30;
/** Maximum total size of all texts, in UTF-16 code units. Enough for ten forms of maximum length. */
const MAX_TEXT_LENGTH = 40_000;

const isDraft = (value: unknown): value is StoredDraft =>
  typeof value === 'object' && value !== null && 'place' in value && 'text' in value && 'account' in value;

/** Returns the drafts, oldest first, or an empty array if the stored value is invalid. */
function loadDrafts(): readonly StoredDraft[] {
  try {
    const stored: unknown = JSON.parse(tabStorage.get(DRAFTS_KEY) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isDraft) : [];
  } catch {
    return [];
  }
}

/** Returns the newest drafts that fit within the limits. */
function limitDrafts(drafts: readonly StoredDraft[]): readonly StoredDraft[] {
  let remainingLength = MAX_TEXT_LENGTH;
  return drafts
    .slice(-MAX_DRAFTS)
    .reverse()
    .filter(({ text }) => {
      const isWithinLimit = text.length <= remainingLength;
      if (isWithinLimit) remainingLength -= text.length;
      return isWithinLimit;
    })
    .reverse();
}

function saveDrafts(drafts: readonly StoredDraft[]): void {
  if (drafts.length === 0) tabStorage.remove(DRAFTS_KEY);
  else tabStorage.set(DRAFTS_KEY, JSON.stringify(limitDrafts(drafts)));
}

/** Returns the unsent text for an account or visitor, or an empty string if there is none. */
export const loadDraft = (account: string | null, place: string): string =>
  loadDrafts().find((draft) => draft.account === account && draft.place === place)?.text ?? '';

type Listener = (draft: StoredDraft) => void;

const listeners = new Set<Listener>();

/**
 * Subscribes to drafts that are written or deleted in this tab. A deleted draft has an empty text. Returns a function
 * that unsubscribes.
 */
export function subscribeToDrafts(listener: Listener): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** Stores a draft in this tab until it is sent. An empty text deletes the draft. */
export function saveDraft(account: string | null, place: string, text: string): void {
  const others = loadDrafts().filter((draft) => draft.account !== account || draft.place !== place);
  const draft = { account, place, text };
  saveDrafts(text === '' ? others : [...others, draft]);
  for (const listener of listeners) listener(draft);
}

/** Moves a visitor's drafts to the account that logs in. Existing drafts of the account take precedence. */
export function claimDrafts(account: string): void {
  const drafts = loadDrafts();
  const has = (place: string) => drafts.some((draft) => draft.account === account && draft.place === place);
  saveDrafts(
    drafts
      .filter((draft) => draft.account !== null || !has(draft.place))
      .map((draft) => (draft.account === null ? { ...draft, account } : draft)),
  );
}

/** Deletes all drafts in this tab. */
export function deleteDrafts(): void {
  saveDrafts([]);
}
