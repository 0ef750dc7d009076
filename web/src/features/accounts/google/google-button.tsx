import { useDispatch } from 'react-redux';
import { internalError } from '../../../../../contract/problems.ts';
import { useTranslation } from '../../../i18n/index.ts';
import { useReturnTarget } from '../../../shared/return-target.ts';
import { useIsMounted } from '../../../shared/use-is-mounted.ts';
import { useOnPageRestore } from '../../../shared/use-on-page-restore.ts';
import { feedbackAdded } from '../../../state/feedback.ts';
import { Button } from '../../../ui/index.ts';
import { useGoogleAddressMutation } from '../accounts-api.ts';
import { saveState } from './sign-in-state.ts';

function GoogleMark() {
  return (
    <svg width="20" height="20" viewBox="0 0 48 48" aria-hidden="true">
      <path
        fill="#4285f4"
        d="M45.1 24.5c0-1.6-.1-3.1-.4-4.5H24v8.5h11.8a10.1 10.1 0 0 1-4.4 6.6v5.5h7.1c4.2-3.8 6.6-9.5 6.6-16.1Z"
      />
      <path
        fill="#34a853"
        d="M24 46c5.9 0 10.9-2 14.5-5.4l-7.1-5.5c-2 1.3-4.5 2.1-7.4 2.1-5.7 0-10.5-3.9-12.3-9.1H4.4v5.7A22 22 0 0 0 24 46Z"
      />
      <path fill="#fbbc05" d="M11.7 28.1a13.2 13.2 0 0 1 0-8.4V14H4.4a22 22 0 0 0 0 19.8l7.3-5.7Z" />
      <path
        fill="#ea4335"
        d="M24 10.7c3.2 0 6.1 1.1 8.4 3.3l6.3-6.3A21.1 21.1 0 0 0 24 2 22 22 0 0 0 4.4 14l7.3 5.7c1.8-5.2 6.6-9 12.3-9Z"
      />
    </svg>
  );
}

/** Button that redirects to the identity provider. */
export function GoogleButton() {
  const { t } = useTranslation('accounts');
  const dispatch = useDispatch();
  const { from } = useReturnTarget();
  const [requestAddress, { isLoading, isSuccess, reset }] = useGoogleAddressMutation();
  useOnPageRestore(reset);
  const isMounted = useIsMounted();

  const redirectToProvider = async () => {
    const request = requestAddress();
    const { data: address } = await request;
    if (!address || !isMounted()) return;
    const result = saveState(address, from);
    if (result === 'saved') return location.assign(address);
    request.reset();
    dispatch(feedbackAdded('bad', result === 'blocked' ? t('login.storageBlocked') : internalError));
  };

  return (
    <Button
      variant="secondary"
      wide
      busy={isLoading || isSuccess}
      icon={<GoogleMark />}
      onClick={redirectToProvider}
    >
      {t('login.google')}
    </Button>
  );
}
