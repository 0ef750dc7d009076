import { useDispatch } from 'react-redux';
import { useDeletePublicationMutation } from '../../api/post-writes.ts';
import { useTranslation } from '../../i18n/index.ts';
import { feedbackAdded } from '../../state/feedback.ts';
import { ConfirmDialog, focusPageIfLost } from '../../ui/index.ts';
import type { PostDialogProps } from './post-dialog-props.ts';

/** Asks for confirmation and deletes a post. */
export function DeleteDialog({ post, onClose, onDeleted }: PostDialogProps) {
  const { t } = useTranslation('post-actions', 'shared');
  const [deletePost, { isLoading }] = useDeletePublicationMutation();
  const dispatch = useDispatch();
  const kind = post.idParent === null ? 'post' : 'comment';

  const confirm = async () => {
    const { error } = await deletePost({ id: post.id });
    onClose();
    if (error) return;
    focusPageIfLost();
    dispatch(feedbackAdded('ok', t(`deleted.${kind}`)));
    onDeleted?.();
  };

  return (
    <ConfirmDialog
      open
      title={t(`question.${kind}`)}
      warning={t('shared:irreversible')}
      confirm={t('shared:delete')}
      busy={isLoading}
      onConfirm={() => void confirm()}
      onClose={onClose}
    />
  );
}
