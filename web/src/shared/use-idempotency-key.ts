import { useRef } from 'react';
import { createIdempotencyKey } from '../api/base.ts';
import { getApiFailure } from '../api/failure.ts';
import { loadDraft, saveDraft } from '../state/draft-storage.ts';
import { useUser } from '../state/session.ts';

interface SentContent {
  readonly digest: string;
  readonly key: string;
}

/**
 * Returns the FNV-1a hash and the length of the content, which can include a picture that is too large for drafts.
 * After a collision, the server rejects the request, as it does whenever a key is reused with different content.
 */
function hashContent(content: string): string {
  let hash = 0x811c9dc5;
  for (let index = 0; index < content.length; index += 1)
    hash = Math.imul(hash ^ content.charCodeAt(index), 0x01000193);
  return `${hash} ${content.length}`;
}

const parseSentContent = (storedText: string): SentContent | null =>
  storedText ? (JSON.parse(storedText) as SentContent) : null;

/**
 * Manages idempotency keys for a form that creates an item. The same content keeps its key. Call `done` with the
 * error of the response, if any: it drops the key unless the outcome is unknown, because a rejection would be
 * repeated. If the content outlives the page, as a draft does, pass its `draftKey` to store the key as well.
 */
export function useIdempotencyKey(draftKey?: string): {
  getKey: (content: string) => string;
  done: (error?: unknown) => void;
} {
  const account = useUser()?.id ?? null;
  const last = useRef<SentContent | null>(null);

  const store = (content: SentContent | null) => {
    last.current = content;
    if (draftKey) saveDraft(account, `key:${draftKey}`, content ? JSON.stringify(content) : '');
  };

  return {
    getKey: (content) => {
      const before = last.current ?? parseSentContent(draftKey ? loadDraft(account, `key:${draftKey}`) : '');
      const digest = hashContent(content);
      const sentContent = before?.digest === digest ? before : { digest, key: createIdempotencyKey() };
      store(sentContent);
      return sentContent.key;
    },
    done: (error) => {
      const status = error ? getApiFailure(error)?.status : 200;
      if (status && status < 500) store(null);
    },
  };
}
