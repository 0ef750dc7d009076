import type { Post } from '../../../../contract/shapes.ts';

/** Common props of the post dialogs. */
export interface PostDialogProps {
  readonly post: Post;
  readonly onClose: () => void;
  readonly onDeleted?: (() => void) | undefined;
}
