import type { Post } from '../../../../contract/shapes.ts';

/** Props of each dialog of a post. */
export interface PostDialogProps {
  readonly post: Post;
  readonly onClose: () => void;
  /** Called after the post was deleted. */
  readonly onDeleted?: (() => void) | undefined;
}
