import { useDispatch } from 'react-redux';
import { UNEXPECTED } from '../../../api/failure.ts';
import { useTranslation } from '../../../i18n/index.ts';
import { useComingBack } from '../../../shared/use-coming-back.ts';
import { useWayBack } from '../../../shared/way-back.ts';
import { feedbackGiven } from '../../../state/feedback.ts';
import { Button } from '../../../ui/index.ts';
import { useGoogleAddressMutation } from '../accounts-api.ts';
import { GoogleMark } from './google-mark.tsx';
import { keepState } from './state-keeper.ts';

/** Sends the browser to the identity provider. */
export function GoogleButton() {
  const { t } = useTranslation('accounts');
  const dispatch = useDispatch();
  const { from } = useWayBack();
  const [askAddress, { isLoading, isSuccess, reset }] = useGoogleAddressMutation();
  useComingBack(reset);

  const leave = async () => {
    const { data: address } = await askAddress();
    if (!address) return;
    if (keepState(address, from)) location.assign(address);
    else dispatch(feedbackGiven('bad', UNEXPECTED));
  };

  return (
    <Button variant="secondary" wide busy={isLoading || isSuccess} icon={<GoogleMark />} onClick={leave}>
      {t('login.google')}
    </Button>
  );
}
