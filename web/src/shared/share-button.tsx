import { Link2, Share2 } from 'lucide-react';
import { useTranslation } from '../i18n/index.ts';
import { Button } from '../ui/index.ts';
import { canShare, useShare } from './use-share.ts';

interface ShareButtonProps {
  /** Path of the page to share. */
  readonly path: string;
  /** Name of the content, for the message and for screen readers. */
  readonly name: string;
}

/** Button that shares a page, or copies its link if the device cannot share. */
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
