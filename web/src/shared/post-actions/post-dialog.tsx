import { DeleteDialog } from './delete-dialog.tsx';
import { EditDialog } from './edit-dialog.tsx';
import { HistoryDialog } from './history-dialog.tsx';
import type { PostDialogProps } from './post-dialog-props.ts';

const DIALOGS = { edit: EditDialog, delete: DeleteDialog, history: HistoryDialog };

/** Purpose of a post dialog. */
export type PostTask = keyof typeof DIALOGS;

/** Dialog that edits or deletes a post, or shows its earlier texts. */
export function PostDialog({ task, ...props }: PostDialogProps & { readonly task: PostTask }) {
  const Task = DIALOGS[task];
  return <Task {...props} />;
}
