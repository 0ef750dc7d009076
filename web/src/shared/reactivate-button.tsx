import { useReactivateProfileMutation } from '../api/moderation.ts';
import { useTranslation } from '../i18n/index.ts';
import { ReasonButton } from './reason-button.tsx';

interface ReactivateButtonProps {
  readonly profile: {
    readonly id: string;
    readonly profileName: string;
    readonly state?: 'INACTIVE' | 'BANNED';
  };
}

/** Staff button that reactivates a deactivated or banned account. Asks for an optional reason. */
export function ReactivateButton({ profile: { id, profileName, state } }: ReactivateButtonProps) {
  const { t } = useTranslation('moderation');
  const [reactivate] = useReactivateProfileMutation();
  return (
    <ReasonButton
      button={{ 'aria-label': t('reactivate.name', { name: profileName }) }}
      title={t('reactivate.question', { name: profileName })}
      warning={state === 'BANNED' ? t('reactivate.warning') : undefined}
      confirm={t('reactivate.short')}
      onConfirm={(reason) => reactivate({ id, reason })}
      doneText={t('done.accountReactivated')}
    />
  );
}
