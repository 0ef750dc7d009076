import { useState } from 'react';
import { useReactivateProfileMutation } from '../api/moderation.ts';
import { useTranslation } from '../i18n/index.ts';
import { Button } from '../ui/index.ts';
import { ReasonDialog } from './reason-dialog.tsx';
import { useTold } from './use-told.ts';

export interface ReactivateButtonProps {
  readonly profile: {
    readonly id: string;
    readonly profileName: string;
    readonly state?: 'INACTIVE' | 'BANNED';
  };
}

/** Staff button that reactivates a deactivated or banned account, with an optional reason. */
export function ReactivateButton({ profile }: ReactivateButtonProps) {
  const { t } = useTranslation('shared');
  const { id, profileName, state } = profile;
  const [reactivate] = useReactivateProfileMutation();
  const [asking, setAsking] = useState(false);
  const told = useTold();

  const confirm = async (reason: string | undefined) => {
    const { error } = await reactivate({ id, reason });
    told(error, t('done.accountReactivated'));
    return error;
  };

  return (
    <>
      <Button
        size="small"
        aria-label={t('reactivate.name', { name: profileName })}
        onClick={() => setAsking(true)}
      >
        {t('reactivate.short')}
      </Button>
      <ReasonDialog
        open={asking}
        title={t('reactivate.question', { name: profileName })}
        warning={state === 'BANNED' ? t('reactivate.warning') : undefined}
        confirm={t('reactivate.short')}
        onConfirm={confirm}
        onClose={() => setAsking(false)}
      />
    </>
  );
}
