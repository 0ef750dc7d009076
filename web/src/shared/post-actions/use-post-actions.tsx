import { Pencil, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { isEditable } from '../../../../contract/rules/posts.ts';
import type { Post } from '../../../../contract/shapes.ts';
import { useTranslation } from '../../i18n/index.ts';
import { useUser } from '../../state/session.ts';
import type { MenuItem } from '../../ui/index.ts';
import { lazyDialog } from '../chunk/lazy-dialog.tsx';
import type { PostTask } from './post-dialog.tsx';

const PostDialog = lazyDialog(async () => (await import('./post-dialog.tsx')).PostDialog, ['post-actions']);

/** Returns a post's menu items for the current user, and the `dialog`, which the caller must render. */
export function usePostActions(
  post: Post,
  onDeleted?: () => void,
): { items: readonly MenuItem[]; showHistory: () => void; dialog: ReactNode } {
  const { t } = useTranslation('shared');
  const user = useUser();
  // Null until a dialog is first opened, so that long lists have no unused dialogs.
  const [task, setTask] = useState<PostTask | null>(null);
  const isOwn = user?.id === post.creatorData.id;
  const canEdit = isOwn && !post.takenDown && isEditable(post.pubDate, new Date().toISOString());
  const items: MenuItem[] = [];
  if (canEdit)
    items.push({
      label: t('post.edit'),
      icon: <Pencil size={18} aria-hidden="true" />,
      onSelect: () => setTask('edit'),
    });
  if (isOwn || user?.role === 'ADMIN')
    items.push({
      label: t('delete'),
      icon: <Trash2 size={18} aria-hidden="true" />,
      danger: true,
      onSelect: () => setTask('delete'),
    });
  return {
    items,
    showHistory: () => setTask('history'),
    dialog: task && (
      <PostDialog task={task} post={post} onClose={() => setTask(null)} onDeleted={onDeleted} />
    ),
  };
}
