import { useDispatch } from 'react-redux';
import { useTranslation } from '../i18n/index.ts';
import { feedbackAdded } from '../state/feedback.ts';

/** Whether the device has its own sharing dialog; elsewhere the link is copied. */
export const canShare = (): boolean => typeof navigator.share === 'function';

const isAborted = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError';

/** Returns the function that shares a page by its path, with the device's dialog or as a copied link. */
export function useShare(path: string, title: string): () => Promise<void> {
  const { t } = useTranslation('shared');
  const dispatch = useDispatch();
  return async () => {
    const url = location.origin + path;
    try {
      if (canShare()) await navigator.share({ title, url });
      else {
        await navigator.clipboard.writeText(url);
        dispatch(feedbackAdded('ok', t('share.copied')));
      }
    } catch (error) {
      if (!isAborted(error)) dispatch(feedbackAdded('bad', t('share.failure', { url })));
    }
  };
}
