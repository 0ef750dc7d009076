import { Ban } from 'lucide-react';
import { useState } from 'react';
import { useBanProfileMutation } from '../api/moderation.ts';
import { useTranslation } from '../i18n/index.ts';
import { Button, Checkbox } from '../ui/index.ts';
import { ReasonDialog } from './reason-dialog.tsx';
import { useTold } from './use-told.ts';

export interface BanButtonProps {
  readonly profile: { readonly id: string; readonly profileName: string };
}

/** Staff button that bans an account, with a reason. */
export function BanButton({ profile }: BanButtonProps) {
  const { t } = useTranslation('shared');
  const { id, profileName } = profile;
  const [asking, setAsking] = useState(false);
  const [cancelCampaigns, setCancelCampaigns] = useState(false);
  const [ban] = useBanProfileMutation();
  const told = useTold();

  const confirm = async (reason = '') => {
    const { error } = await ban({ id, reason, cancelCampaigns });
    told(error, t('done.accountBanned'));
    return error;
  };

  const close = () => {
    setAsking(false);
    setCancelCampaigns(false);
  };

  return (
    <>
      <Button
        variant="secondary"
        size="small"
        icon={<Ban size={16} aria-hidden="true" />}
        aria-label={t('ban.name', { name: profileName })}
        onClick={() => setAsking(true)}
      >
        {t('ban.short')}
      </Button>
      <ReasonDialog
        open={asking}
        title={t('ban.title', { name: profileName })}
        warning={t('ban.warning')}
        confirm={t('ban.short')}
        required
        isShared={cancelCampaigns}
        danger
        onConfirm={confirm}
        onClose={close}
      >
        <Checkbox
          label={t('ban.cancelCampaigns')}
          checked={cancelCampaigns}
          onChange={({ target }) => setCancelCampaigns(target.checked)}
        />
      </ReasonDialog>
    </>
  );
}
