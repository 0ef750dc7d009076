import type { HidingKind } from '../../api/hidden-profiles.ts';
import { useTranslation } from '../../i18n/index.ts';
import { Button } from '../../ui/index.ts';
import { useFocusFallback } from '../../ui/use-focus-fallback.ts';
import type { HidingControls } from './use-hiding.tsx';

interface UnhideButtonProps {
  readonly kind: HidingKind;
  readonly profileName: string;
  readonly hiding: HidingControls;
}

/** Unblocks or unmutes a profile. Disappears after use. */
export function UnhideButton({ kind, profileName, hiding }: UnhideButtonProps) {
  const { t } = useTranslation('shared', 'hiding');
  const focusRef = useFocusFallback<HTMLButtonElement>();
  return (
    <Button
      ref={focusRef}
      variant="secondary"
      size="small"
      busy={hiding.isBusy}
      aria-label={t(`hiding:un${kind}Name`, { name: profileName })}
      onClick={() => hiding.change(kind, false)}
    >
      {t(`hiding:un${kind}`)}
    </Button>
  );
}
