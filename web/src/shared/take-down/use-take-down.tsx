import { EyeOff, Undo2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { type ContentKind, useRestoreMutation, useTakeDownMutation } from '../../api/take-down.ts';
import { useTranslation } from '../../i18n/index.ts';
import { isStaff, useUser } from '../../state/session.ts';
import type { MenuItem } from '../../ui/index.ts';
import { ReasonDialog } from '../reason-dialog.tsx';
import { useTold } from '../use-told.ts';

export interface TakeDownTarget {
  readonly kind: ContentKind;
  readonly id: string;
  readonly ownerId: string;
  readonly isTakenDown: boolean;
}

/**
 * Lets staff take content of others down, or restore it, with a reason.
 * @returns the menu item, or null for everybody else; `dialog` must be on the page
 */
export function useTakeDown(target: TakeDownTarget): { item: MenuItem | null; dialog: ReactNode } {
  const { kind, id, ownerId, isTakenDown } = target;
  const { t } = useTranslation('shared');
  const user = useUser();
  // Null until it is asked for the first time: a long list has no dialogs that nobody opens.
  const [asking, setAsking] = useState<'takeDown' | 'restore' | null>(null);
  const [takeDown] = useTakeDownMutation();
  const [restore] = useRestoreMutation();
  const showResult = useTold();
  if (!user || !isStaff(user.role) || user.id === ownerId) return { item: null, dialog: null };

  const verb = isTakenDown ? 'restore' : 'takeDown';
  const confirm = async (reason: string | undefined) => {
    const { data, error } = await (asking === 'restore' ? restore : takeDown)({ kind, id, reason });
    showResult(error, data?.message ?? '');
    return error;
  };

  const Icon = isTakenDown ? Undo2 : EyeOff;
  return {
    item: {
      label: t(`takeDown.${verb}`),
      icon: <Icon size={18} aria-hidden="true" />,
      danger: !isTakenDown,
      onSelect: () => setAsking(verb),
    },
    dialog: asking && (
      <ReasonDialog
        open
        title={t(`takeDown.titles.${asking}.${kind}`)}
        warning={t(`takeDown.warnings.${asking}`)}
        confirm={t(`takeDown.${asking}`)}
        required
        isShared
        danger={asking === 'takeDown'}
        onConfirm={confirm}
        onClose={() => setAsking(null)}
      />
    ),
  };
}
