import { Ban } from 'lucide-react';
import { useState } from 'react';
import { useBanProfileMutation } from '../api/moderation.ts';
import { useTranslation } from '../i18n/index.ts';
import { Checkbox } from '../ui/index.ts';
import { ReasonButton } from './reason-button.tsx';

interface BanButtonProps {
  readonly profile: { readonly id: string; readonly profileName: string };
}

/** Staff button that bans an account, with a reason. */
export function BanButton({ profile: { id, profileName } }: BanButtonProps) {
  const { t } = useTranslation('shared');
  const [cancelCampaigns, setCancelCampaigns] = useState(false);
  const [ban] = useBanProfileMutation();
  return (
    <ReasonButton
      button={{
        variant: 'secondary',
        icon: <Ban size={16} aria-hidden="true" />,
        'aria-label': t('ban.name', { name: profileName }),
      }}
      title={t('ban.title', { name: profileName })}
      warning={t('ban.warning')}
      confirm={t('ban.short')}
      required
      isShared={cancelCampaigns}
      danger
      onConfirm={(reason = '') => ban({ id, reason, cancelCampaigns })}
      done={t('done.accountBanned')}
      onClose={() => setCancelCampaigns(false)}
    >
      <Checkbox
        label={t('ban.cancelCampaigns')}
        checked={cancelCampaigns}
        onChange={({ target }) => setCancelCampaigns(target.checked)}
      />
    </ReasonButton>
  );
}
