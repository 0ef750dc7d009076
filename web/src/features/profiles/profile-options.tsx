import { Ban, Ellipsis, Flag, Volume2, VolumeX } from 'lucide-react';
import type { Profile } from '../../../../contract/shapes.ts';
import { useTranslation } from '../../i18n/index.ts';
import type { HidingControls } from '../../shared/hiding/use-hiding.tsx';
import { useReport } from '../../shared/report/use-report.tsx';
import { useTakeDown } from '../../shared/take-down/use-take-down.tsx';
import { Menu } from '../../ui/index.ts';

interface ProfileOptionsProps {
  readonly profile: Profile;
  readonly hiding: HidingControls;
}

/** Menu of further profile actions: mute, block, report. */
export function ProfileOptions({ profile, hiding }: ProfileOptionsProps) {
  const { t } = useTranslation('shared', 'hiding');
  const { id, isBlocked = false, isMuted = false } = profile;
  const report = useReport('profile', id);
  const { avatar, bio, website, takenDown } = profile;
  const takeDown = useTakeDown({ kind: 'profile', id, ownerId: id, isTakenDown: takenDown !== undefined });
  const hasDetails = avatar !== undefined || bio !== '' || website !== '' || takenDown !== undefined;
  const Sound = isMuted ? Volume2 : VolumeX;
  return (
    <>
      <Menu
        label={t('hiding:options')}
        icon={<Ellipsis size={20} />}
        items={[
          {
            label: t(isMuted ? 'hiding:unmute' : 'hiding:mute'),
            icon: <Sound size={18} aria-hidden="true" />,
            onSelect: () => hiding.change('mute', !isMuted),
          },
          {
            label: t(isBlocked ? 'hiding:unblock' : 'hiding:block'),
            icon: <Ban size={18} aria-hidden="true" />,
            danger: !isBlocked,
            onSelect: () => hiding.change('block', !isBlocked),
          },
          { label: t('report.action'), icon: <Flag size={18} aria-hidden="true" />, onSelect: report.ask },
          ...(takeDown.item && hasDetails ? [takeDown.item] : []),
        ]}
      />
      {hiding.dialog}
      {report.dialog}
      {takeDown.dialog}
    </>
  );
}
