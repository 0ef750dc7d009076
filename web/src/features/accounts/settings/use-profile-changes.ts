import { useDispatch } from 'react-redux';
import type { SessionUser } from '../../../../../contract/shapes.ts';
import { kindraApi } from '../../../api/base.ts';
import { i18n } from '../../../i18n/index.ts';
import { feedbackAdded } from '../../../state/feedback.ts';
import { sessionStarted, sessionUserChanged } from '../../../state/session.ts';
import { useUpdateProfileAndTokenMutation, useUpdateProfileMutation } from '../accounts-api.ts';
import type { ProfileText } from './profile-text-rules.ts';

/**
 * Returns a function that changes one of the current user's profile texts and updates all screens. It returns the
 * stored account or the error.
 */
export function useProfileChanges() {
  const dispatch = useDispatch();
  const [updateProfile] = useUpdateProfileMutation();
  const [updateNickname] = useUpdateProfileAndTokenMutation();

  const showSaved = (kind: ProfileText) => {
    // Cached posts and lists contain the old name.
    if (kind === 'profileName' || kind === 'nickname') dispatch(kindraApi.util.resetApiState());
    dispatch(feedbackAdded('ok', i18n.t(`accounts:done.${kind}`)));
  };

  return async (kind: ProfileText, text: string): Promise<{ data?: SessionUser; error?: unknown }> => {
    if (kind === 'nickname') {
      const { data, error } = await updateNickname({ type: kind, newData: text });
      if (!data) return { error };
      dispatch(sessionStarted(data));
      showSaved(kind);
      return { data: data.dataUser };
    }
    const { data, error } = await updateProfile({ type: kind, newData: text });
    if (!data) return { error };
    dispatch(sessionUserChanged(data));
    showSaved(kind);
    return { data };
  };
}
