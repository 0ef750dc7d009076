import { type ReactNode, useState } from 'react';
import { useDispatch } from 'react-redux';
import { type HidingKind, useSetProfileHiddenMutation } from '../../api/hidden-profiles.ts';
import { useTranslation } from '../../i18n/index.ts';
import { feedbackAdded } from '../../state/feedback.ts';
import { ConfirmDialog, truncate } from '../../ui/index.ts';

export interface HidingControls {
  /** Applies a change. Asks for confirmation before blocking. */
  readonly change: (kind: HidingKind, isHidden: boolean) => void;
  readonly isBusy: boolean;
  /** Confirmation dialog, which the caller must render. */
  readonly dialog: ReactNode;
}

const DONE_TEXT_KEYS = {
  block: { true: 'hiding:done.block', false: 'hiding:done.unblock' },
  mute: { true: 'hiding:done.mute', false: 'hiding:done.unmute' },
} as const;

/** Returns functions that block, mute, unblock and unmute a profile. */
export function useHiding({ id, profileName }: { readonly id: string; readonly profileName: string }) {
  const { t } = useTranslation('shared', 'hiding');
  const [isConfirming, setConfirming] = useState(false);
  const [setProfileHidden, { isLoading }] = useSetProfileHiddenMutation();
  const dispatch = useDispatch();
  const name = truncate(profileName);

  const applyChange = async (kind: HidingKind, isHidden: boolean) => {
    const { error } = await setProfileHidden({ id, kind, isHidden });
    setConfirming(false);
    if (!error) dispatch(feedbackAdded('ok', t(DONE_TEXT_KEYS[kind][`${isHidden}`], { name })));
  };

  const controls: HidingControls = {
    change: (kind, isHidden) => {
      if (kind === 'block' && isHidden) setConfirming(true);
      else if (!isLoading) void applyChange(kind, isHidden);
    },
    isBusy: isLoading,
    dialog: (
      <ConfirmDialog
        open={isConfirming}
        title={t('hiding:question', { name })}
        warning={t('hiding:warning')}
        confirm={t('hiding:block')}
        busy={isLoading}
        onConfirm={() => void applyChange('block', true)}
        onClose={() => setConfirming(false)}
      />
    ),
  };
  return controls;
}
