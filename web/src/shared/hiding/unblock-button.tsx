import { useTranslation } from '../../i18n/index.ts';
import { Button } from '../../ui/index.ts';
import { useFocusFallback } from '../../ui/use-focus-fallback.ts';
import type { HidingControls } from './use-hiding.tsx';

interface UnblockButtonProps {
  readonly profileName: string;
  readonly hiding: HidingControls;
}

/** Unblocks a profile. Replaces the ways to interact with it, and disappears after use. */
export function UnblockButton({ profileName, hiding }: UnblockButtonProps) {
  const { t } = useTranslation('shared', 'hiding');
  const focusRef = useFocusFallback<HTMLButtonElement>();
  return (
    <Button
      ref={focusRef}
      variant="secondary"
      size="small"
      busy={hiding.isBusy}
      aria-label={t('hiding:unblockName', { name: profileName })}
      onClick={() => hiding.change('block', false)}
    >
      {t('hiding:unblock')}
    </Button>
  );
}
