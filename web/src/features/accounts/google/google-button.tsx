import { useDispatch } from 'react-redux';
import { internalError } from '../../../../../contract/problems.ts';
import { useTranslation } from '../../../i18n/index.ts';
import { useComingBack } from '../../../shared/use-coming-back.ts';
import { useWayBack } from '../../../shared/way-back.ts';
import { feedbackGiven } from '../../../state/feedback.ts';
import { Button } from '../../../ui/index.ts';
import { useGoogleAddressMutation } from '../accounts-api.ts';
import { GoogleMark } from './google-mark.tsx';
import { keepState } from './state-keeper.ts';

/** Redirects to the identity provider. */
export function GoogleButton() {
  const { t } = useTranslation('accounts');
  const dispatch = useDispatch();
  const { from } = useWayBack();
  const [askAddress, { isLoading, isSuccess, reset }] = useGoogleAddressMutation();
  useComingBack(reset);

  const leave = async () => {
    const asked = askAddress();
    const { data: address } = await asked;
    if (!address) return;
    const kept = keepState(address, from);
    if (kept === 'kept') return location.assign(address);
    asked.reset();
    dispatch(feedbackGiven('bad', kept === 'not kept' ? t('login.googleNotKept') : internalError));
  };

  return (
    <Button variant="secondary" wide busy={isLoading || isSuccess} icon={<GoogleMark />} onClick={leave}>
      {t('login.google')}
    </Button>
  );
}
