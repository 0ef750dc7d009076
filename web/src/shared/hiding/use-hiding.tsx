import { useState } from 'react';
import { useDispatch } from 'react-redux';
import { type HidingKind, useSetProfileHiddenMutation } from '../../api/hidden-profiles.ts';
import { useTranslation } from '../../i18n/index.ts';
import { feedbackAdded } from '../../state/feedback.ts';
import { ConfirmDialog, truncate } from '../../ui/index.ts';

const DONE_TEXT_KEYS = {
  block: { true: 'hiding:done.block', false: 'hiding:done.unblock' },
  mute: { true: 'hiding:done.mute', false: 'hiding:done.unmute' },
} as const;

/** Blocks, mutes, unblocks and unmutes a profile. The caller must render the confirmation `dialog`. */
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

  return {
    /** Applies a change. Asks for confirmation before blocking. */
    change: (kind: HidingKind, isHidden: boolean) => {
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
}

/** Result of `useHiding`: the action, whether it is in progress, and its dialog. */
export type HidingControls = ReturnType<typeof useHiding>;
