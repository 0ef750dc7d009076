import { tabKeeps } from './browser-storage.ts';

/** What was typed somewhere and not sent, by whom. */
export interface StoredDraft {
  /** Id of the account; of a visitor none. */
  readonly account: string | null;
  readonly place: string;
  readonly text: string;
}

const KEY = 'drafts';
const MOST_DRAFTS = 30;
/** UTF-16 units of all texts together; ten of the longest forms fit. */
const MOST_TEXT = 40_000;

const isDraft = (value: unknown): value is StoredDraft =>
  typeof value === 'object' && value !== null && 'place' in value && 'text' in value && 'account' in value;

/** Oldest first; none when what is kept cannot be read. */
function load(): readonly StoredDraft[] {
  try {
    const kept: unknown = JSON.parse(tabKeeps.get(KEY) ?? '[]');
    return Array.isArray(kept) ? kept.filter(isDraft) : [];
  } catch {
    return [];
  }
}

/** The newest ones that fit. */
function bounded(drafts: readonly StoredDraft[]): readonly StoredDraft[] {
  let room = MOST_TEXT;
  return drafts
    .slice(-MOST_DRAFTS)
    .reverse()
    .filter(({ text }) => {
      const fits = text.length <= room;
      if (fits) room -= text.length;
      return fits;
    })
    .reverse();
}

function save(drafts: readonly StoredDraft[]): void {
  if (drafts.length === 0) tabKeeps.remove(KEY);
  else tabKeeps.set(KEY, JSON.stringify(bounded(drafts)));
}

/** What an account, or a visitor, has typed at a place and not sent; empty when there is nothing. */
export const draftAt = (account: string | null, place: string): string =>
  load().find((draft) => draft.account === account && draft.place === place)?.text ?? '';

type Listener = (draft: StoredDraft) => void;

const listeners = new Set<Listener>();

/** Tells of each draft that is written or forgotten in this tab, with its text as it is then; returns what ends it. */
export function onDraftKept(listener: Listener): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** Keeps what was typed in this tab, until it is sent; an empty text forgets it. */
export function keepDraft(account: string | null, place: string, text: string): void {
  const others = load().filter((draft) => draft.account !== account || draft.place !== place);
  const draft = { account, place, text };
  save(text === '' ? others : [...others, draft]);
  for (const tell of listeners) tell(draft);
}

/** Gives what was typed before the login to the account that logs in; its own drafts stand. */
export function adoptDrafts(account: string): void {
  const drafts = load();
  const has = (place: string) => drafts.some((draft) => draft.account === account && draft.place === place);
  save(
    drafts
      .filter((draft) => draft.account !== null || !has(draft.place))
      .map((draft) => (draft.account === null ? { ...draft, account } : draft)),
  );
}

/** Forgets everything that was typed in this tab, so that whoever comes next finds nothing. */
export function forgetDrafts(): void {
  save([]);
}
