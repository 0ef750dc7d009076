import { useDispatch } from 'react-redux';
import { kindraApi } from '../../../api/base.ts';
import { feedbackGiven } from '../../../state/feedback.ts';
import { sessionStarted, sessionUserChanged } from '../../../state/session.ts';
import { useUpdateNicknameMutation, useUpdateProfileNameMutation } from '../accounts-api.ts';
import { changedSentence, type NameKind } from './name-rules.ts';

/** Changes the names of one's profile, and shows the new ones everywhere. */
export function useNameChanges() {
  const dispatch = useDispatch();
  const [updateProfileName] = useUpdateProfileNameMutation();
  const [updateNickname] = useUpdateNicknameMutation();

  const told = (kind: NameKind) => {
    // Posts and lists that are kept carry the old name.
    dispatch(kindraApi.util.resetApiState());
    dispatch(feedbackGiven('ok', changedSentence(kind)));
  };

  const saveProfileName = async (name: string) => {
    const { data, error } = await updateProfileName(name);
    if (data) {
      dispatch(sessionUserChanged(data));
      told('profileName');
    }
    return { error };
  };

  const saveNickname = async (name: string) => {
    const { data, error } = await updateNickname(name);
    if (data) {
      dispatch(sessionStarted(data));
      told('nickname');
    }
    return { error };
  };

  return { saveProfileName, saveNickname };
}
