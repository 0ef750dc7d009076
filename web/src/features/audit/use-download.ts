import { useState } from 'react';
import { useDispatch, useStore } from 'react-redux';
import { feedbackGiven } from '../../state/feedback.ts';
import { type SessionState, selectSession, sessionExpired } from '../../state/session.ts';

const FAILED = 'Error making the export.';

/** Hands a file to the browser, as a link to it would. */
function save(file: Blob, name: string): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser has begun to read it by then.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

const nameIn = (headers: Headers): string | undefined =>
  /filename="?([\w.-]+)"?/.exec(headers.get('Content-Disposition') ?? '')?.[1];

/** Downloads what needs the reader's token. Answers what is on its way, or null, and how to begin. */
export function useDownload() {
  const store = useStore<{ session: SessionState }>();
  const dispatch = useDispatch();
  const [loading, setLoading] = useState<string | null>(null);

  const download = async (address: string, name: string) => {
    setLoading(name);
    try {
      const token = selectSession(store.getState())?.token ?? '';
      const url = new URL(address, location.origin);
      const answer = await fetch(url, { headers: { Authorization: `Bearer ${token}` } });
      if (answer.status === 401) dispatch(sessionExpired());
      else if (!answer.ok) dispatch(feedbackGiven('bad', FAILED));
      else save(await answer.blob(), nameIn(answer.headers) ?? name);
    } catch {
      dispatch(feedbackGiven('bad', FAILED));
    } finally {
      setLoading(null);
    }
  };

  return { loading, download };
}
