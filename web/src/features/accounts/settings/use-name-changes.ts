import { useDispatch } from 'react-redux';
import { kindraApi } from '../../../api/base.ts';
import { i18n } from '../../../i18n/index.ts';
import { feedbackAdded } from '../../../state/feedback.ts';
import { sessionStarted, sessionUserChanged } from '../../../state/session.ts';
import { useUpdateProfileAndTokenMutation, useUpdateProfileMutation } from '../accounts-api.ts';
import type { NameKind } from './name-rules.ts';

/** Changes the profile's names and updates all screens. */
export function useNameChanges() {
  const dispatch = useDispatch();
  const [updateProfileName] = useUpdateProfileMutation();
  const [updateNickname] = useUpdateProfileAndTokenMutation();

  const showSaved = (kind: NameKind) => {
    // Cached posts and lists contain the old name.
    dispatch(kindraApi.util.resetApiState());
    dispatch(feedbackAdded('ok', i18n.t(`accounts:done.${kind}`)));
  };

  const saveProfileName = async (name: string) => {
    const { data, error } = await updateProfileName({ type: 'profileName', newData: name });
    if (data) {
      dispatch(sessionUserChanged(data));
      showSaved('profileName');
    }
    return { error };
  };

  const saveNickname = async (name: string) => {
    const { data, error } = await updateNickname({ type: 'nickname', newData: name });
    if (data) {
      dispatch(sessionStarted(data));
      showSaved('nickname');
    }
    return { error };
  };

  return { saveProfileName, saveNickname };
}
