import { EyeOff, Undo2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from '../../i18n/index.ts';
import { isStaff, useUser } from '../../state/session.ts';
import type { MenuItem } from '../../ui/index.ts';
import { lazyDialog } from '../chunk/lazy-dialog.tsx';
import type { ContentKind } from './take-down-api.ts';

/** Content that staff can take down or restore. */
export interface TakeDownTarget {
  readonly kind: ContentKind;
  readonly id: string;
  readonly ownerId: string;
  readonly isTakenDown: boolean;
}

const TakeDownDialog = lazyDialog(
  async () => (await import('./take-down-dialog.tsx')).TakeDownDialog,
  ['take-down'],
);

/** Returns the menu item, or null for users who are not staff, and the `dialog`, which the caller must render. */
export function useTakeDown(target: TakeDownTarget): { item: MenuItem | null; dialog: ReactNode } {
  const { kind, id, ownerId, isTakenDown } = target;
  const { t } = useTranslation('shared');
  const user = useUser();
  // Null until it is first opened, so that long lists have no unused dialogs.
  const [openAction, setOpenAction] = useState<'takeDown' | 'restore' | null>(null);
  if (!user || !isStaff(user.role) || user.id === ownerId) return { item: null, dialog: null };

  const verb = isTakenDown ? 'restore' : 'takeDown';
  const Icon = isTakenDown ? Undo2 : EyeOff;
  return {
    item: {
      label: t(`takeDown.${verb}`),
      icon: <Icon size={18} aria-hidden="true" />,
      danger: !isTakenDown,
      onSelect: () => setOpenAction(verb),
    },
    dialog: openAction && (
      <TakeDownDialog verb={openAction} kind={kind} id={id} onClose={() => setOpenAction(null)} />
    ),
  };
}
