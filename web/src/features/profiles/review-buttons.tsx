import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { Profile } from '../../../../contract/shapes.ts';
import { useApproveOrganizationMutation, useDeclineOrganizationMutation } from '../../api/moderation.ts';
import { useTranslation } from '../../i18n/index.ts';
import { useIsMounted } from '../../shared/use-is-mounted.ts';
import { useResultToast } from '../../shared/use-result-toast.ts';
import { Button, ConfirmDialog } from '../../ui/index.ts';
import { useFocusFallback } from '../../ui/use-focus-fallback.ts';

function useReview({ id }: Pick<Profile, 'id'>) {
  const showResult = useResultToast();
  const { t } = useTranslation('profiles');
  const navigate = useNavigate();
  const isMounted = useIsMounted();
  const [approve, { isLoading: isApproving }] = useApproveOrganizationMutation();
  const [decline, { isLoading: isDeclining }] = useDeclineOrganizationMutation();

  return {
    isApproving,
    isDeclining,
    approve: async () => {
      const { error } = await approve({ id });
      showResult(error, t('done.approve'), t('failures.approve'));
    },
    decline: async () => {
      const { error } = await decline({ id });
      if (showResult(error, t('done.decline'), t('failures.decline')) && isMounted())
        await navigate('/', { replace: true });
    },
  };
}

/** Staff actions for an organization that requires approval. */
export function ReviewButtons({ profile }: { readonly profile: Pick<Profile, 'id' | 'profileName'> }) {
  const { t } = useTranslation('profiles');
  const { isApproving, isDeclining, approve, decline } = useReview(profile);
  const [asking, setAsking] = useState(false);
  const focusFallback = useFocusFallback<HTMLButtonElement>();
  return (
    <>
      <Button variant="dangerOutlined" size="small" disabled={isApproving} onClick={() => setAsking(true)}>
        {t('review.decline')}
      </Button>
      <Button ref={focusFallback} size="small" busy={isApproving} onClick={() => void approve()}>
        {t('review.approve')}
      </Button>
      <ConfirmDialog
        open={asking}
        title={t('review.question', { name: profile.profileName })}
        warning={t('review.warning')}
        confirm={t('review.decline')}
        busy={isDeclining}
        onConfirm={() => void decline().finally(() => setAsking(false))}
        onClose={() => setAsking(false)}
      />
    </>
  );
}
