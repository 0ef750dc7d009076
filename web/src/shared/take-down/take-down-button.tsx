import { useTranslation } from '../../i18n/index.ts';
import { Button } from '../../ui/index.ts';
import { type TakeDownTarget, useTakeDown } from './use-take-down.tsx';

interface TakeDownButtonProps extends TakeDownTarget {
  /** Name of the content, read by screen readers. */
  readonly name: string;
}

/** Button that takes content down or restores it. Visible only to staff. */
export function TakeDownButton({ name, ...target }: TakeDownButtonProps) {
  const { t } = useTranslation('shared');
  const { item, dialog } = useTakeDown(target);
  if (!item) return null;
  return (
    <>
      <Button
        size="small"
        variant={item.danger ? 'dangerOutlined' : 'secondary'}
        icon={item.icon}
        aria-label={t('takeDown.name', { action: item.label, name })}
        onClick={item.onSelect}
      >
        {item.label}
      </Button>
      {dialog}
    </>
  );
}
