import { useDispatch } from 'react-redux';
import { useTranslation } from '../i18n/index.ts';
import { feedbackAdded } from '../state/feedback.ts';

/** Returns whether the device has its own sharing dialog. If not, the link is copied. */
export const canShare = (): boolean => typeof navigator.share === 'function';

const isAborted = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError';

/** Returns a function that shares a page by its path, with the device's sharing dialog or by copying the link. */
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
