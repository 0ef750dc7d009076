import { useState } from 'react';
import { useDispatch, useStore } from 'react-redux';
import type { Message } from '../i18n/index.ts';
import { feedbackAdded } from '../state/feedback.ts';
import { type SessionState, selectSession, sessionExpired } from '../state/session.ts';

/** Saves a blob as a file. */
export function saveFile(file: Blob, name: string): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // By then, the browser has started to read the file.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

const parseFilename = (headers: Headers): string | undefined =>
  /filename="?([\w.-]+)"?/.exec(headers.get('Content-Disposition') ?? '')?.[1];

/**
 * Downloads a file with the session token. Returns the download in progress, or null, and a function that starts a
 * download.
 * @param failure message shown if the download fails
 */
export function useDownload(failure: Message) {
  const store = useStore<{ session: SessionState }>();
  const dispatch = useDispatch();
  const [activeDownload, setActiveDownload] = useState<string | null>(null);

  const download = async (address: string, name: string) => {
    setActiveDownload(name);
    try {
      const token = selectSession(store.getState())?.token ?? '';
      const url = new URL(address, location.origin);
      const response = await fetch(url, { headers: { Authorization: `Bearer ${token}` } });
      if (response.status === 401) dispatch(sessionExpired());
      else if (!response.ok) dispatch(feedbackAdded('bad', failure));
      else saveFile(await response.blob(), parseFilename(response.headers) ?? name);
    } catch {
      dispatch(feedbackAdded('bad', failure));
    } finally {
      setActiveDownload(null);
    }
  };

  return { activeDownload, download };
}
