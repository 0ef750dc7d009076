import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { Profile } from '../../../../contract/shapes.ts';
import { useApproveOrganizationMutation, useDeclineOrganizationMutation } from '../../api/moderation.ts';
import { useTranslation } from '../../i18n/index.ts';
import { useIsMounted } from '../../shared/use-is-mounted.ts';
import { useResultToast } from '../../shared/use-result-toast.ts';
import { Button, ConfirmDialog } from '../../ui/index.ts';
import { useFocusFallback } from '../../ui/use-focus-fallback.ts';

/** Staff actions for an organization that requires approval. */
export function ReviewButtons({ profile }: { readonly profile: Pick<Profile, 'id' | 'profileName'> }) {
  const { t } = useTranslation('profiles', 'shared');
  const { id, profileName } = profile;
  const navigate = useNavigate();
  const showResult = useResultToast();
  const isMounted = useIsMounted();
  const [approve, { isLoading: isApproving }] = useApproveOrganizationMutation();
  const [decline, { isLoading: isDeclining }] = useDeclineOrganizationMutation();
  const [asking, setAsking] = useState(false);
  const focusFallback = useFocusFallback<HTMLButtonElement>();

  const sendApproval = async () => {
    const { error } = await approve({ id });
    showResult(error, t('done.approve'), t('failures.approve'));
  };
  const sendRejection = async () => {
    const { error } = await decline({ id });
    if (showResult(error, t('done.decline'), t('failures.decline')) && isMounted())
      await navigate('/', { replace: true });
    setAsking(false);
  };

  return (
    <>
      <Button variant="dangerOutlined" size="small" disabled={isApproving} onClick={() => setAsking(true)}>
        {t('shared:decision.verdicts.decline')}
      </Button>
      <Button ref={focusFallback} size="small" busy={isApproving} onClick={() => void sendApproval()}>
        {t('shared:decision.verdicts.approve')}
      </Button>
      <ConfirmDialog
        open={asking}
        title={t('review.question', { name: profileName })}
        warning={t('review.warning')}
        confirm={t('shared:decision.verdicts.decline')}
        busy={isDeclining}
        onConfirm={() => void sendRejection()}
        onClose={() => setAsking(false)}
      />
    </>
  );
}
