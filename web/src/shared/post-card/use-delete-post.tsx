import { type ReactNode, useState } from 'react';
import { useDispatch } from 'react-redux';
import type { Post } from '../../../../contract/shapes.ts';
import { useDeletePublicationMutation } from '../../api/post-writes.ts';
import { useTranslation } from '../../i18n/index.ts';
import { feedbackAdded } from '../../state/feedback.ts';
import { ConfirmDialog, focusPageIfLost } from '../../ui/index.ts';

/** Deletes a post: `ask` opens the confirmation, `dialog` must be rendered. */
export function useDeletePost(post: Post, onDeleted?: () => void): { ask: () => void; dialog: ReactNode } {
  const { t } = useTranslation('shared');
  const isComment = post.idParent !== null;
  // Null until it is first opened, so that long lists have no unused dialogs.
  const [asking, setAsking] = useState<boolean | null>(null);
  const [deletePost, { isLoading }] = useDeletePublicationMutation();
  const dispatch = useDispatch();

  const confirm = async () => {
    const { error } = await deletePost({ id: post.id });
    setAsking(false);
    if (error) return;
    focusPageIfLost();
    dispatch(feedbackAdded('ok', t(isComment ? 'post.commentDeleted' : 'post.deleted')));
    onDeleted?.();
  };

  const dialog = asking !== null && (
    <ConfirmDialog
      open={asking}
      title={t(isComment ? 'post.commentQuestion' : 'post.question')}
      warning={t('irreversible')}
      confirm={t('delete')}
      busy={isLoading}
      onConfirm={() => void confirm()}
      onClose={() => setAsking(false)}
    />
  );
  return { ask: () => setAsking(true), dialog };
}
