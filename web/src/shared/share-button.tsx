import { Link2, Share2 } from 'lucide-react';
import { useTranslation } from '../i18n/index.ts';
import { Button } from '../ui/index.ts';
import { canShare, useShare } from './use-share.ts';

interface ShareButtonProps {
  readonly path: string;
  /** Name of the content, for the shared message and for screen readers. */
  readonly name: string;
}

/** Button that shares a page. If the device cannot share, the button copies the link. */
export function ShareButton({ path, name }: ShareButtonProps) {
  const { t } = useTranslation('shared');
  const share = useShare(path, name);
  const action = canShare() ? 'share' : 'copy';
  const Icon = canShare() ? Share2 : Link2;
  return (
    <Button
      variant="quiet"
      size="small"
      icon={<Icon size={16} aria-hidden="true" />}
      aria-label={t(`share.${action}Name`, { name })}
      onClick={() => void share()}
    >
      {t(`share.${action}`)}
    </Button>
  );
}
