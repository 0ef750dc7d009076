import { Ban } from 'lucide-react';
import { useState } from 'react';
import { useBanProfileMutation } from '../api/moderation.ts';
import { useTranslation } from '../i18n/index.ts';
import { Checkbox } from '../ui/index.ts';
import { type BanDuration, BanDurationField } from './ban-duration-field.tsx';
import { ReasonButton } from './reason-button.tsx';

interface BanButtonProps {
  readonly profile: { readonly id: string; readonly profileName: string };
  /** Whether the account is active and can therefore also be suspended. */
  readonly canSuspend: boolean;
}

/** Staff button that bans or suspends an account. Asks for a reason. */
export function BanButton({ profile: { id, profileName }, canSuspend }: BanButtonProps) {
  const { t } = useTranslation('moderation');
  const [duration, setDuration] = useState<BanDuration>(null);
  const [cancelCampaigns, setCancelCampaigns] = useState(false);
  const [ban] = useBanProfileMutation();
  const isBan = duration === null;
  const reset = () => {
    setDuration(null);
    setCancelCampaigns(false);
  };
  return (
    <ReasonButton
      button={{
        variant: 'dangerOutlined',
        icon: <Ban size={16} aria-hidden="true" />,
        'aria-label': t('ban.name', { name: profileName }),
      }}
      title={t('ban.title', { name: profileName })}
      warning={t(isBan ? 'ban.warning' : 'ban.suspensionWarning')}
      confirm={t('ban.short')}
      required
      isShared={isBan && cancelCampaigns}
      danger
      onConfirm={(reason = '') => ban({ id, reason, ...(isBan ? { cancelCampaigns } : { days: duration }) })}
      doneText={t(isBan ? 'done.accountBanned' : 'done.accountSuspended')}
      onClose={reset}
    >
      {canSuspend && <BanDurationField duration={duration} onChange={setDuration} />}
      {isBan && (
        <Checkbox
          label={t('ban.cancelCampaigns')}
          checked={cancelCampaigns}
          onChange={({ target }) => setCancelCampaigns(target.checked)}
        />
      )}
    </ReasonButton>
  );
}
