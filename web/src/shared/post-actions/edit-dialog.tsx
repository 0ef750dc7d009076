import { type KeyboardEvent, useState } from 'react';
import { useDispatch } from 'react-redux';
import { internalError } from '../../../../contract/problems.ts';
import { checkPostText, POST_TEXT_LIMIT } from '../../../../contract/rules/posts.ts';
import { cleanText, countCodePoints } from '../../../../contract/rules/text.ts';
import { getApiFailure } from '../../api/failure.ts';
import { type Message, useTranslation } from '../../i18n/index.ts';
import { feedbackAdded } from '../../state/feedback.ts';
import { FormDialog, TextArea } from '../../ui/index.ts';
import { useDraft } from '../draft.ts';
import { limitFieldText } from '../limit-field-text.ts';
import type { PostDialogProps } from './post-dialog-props.ts';
import { useEditPublicationMutation } from './post-edits-api.ts';

/** Form that replaces the text of a post. Ctrl+Enter saves. Unless cancelled, the text is kept as a draft. */
export function EditDialog({ post, onClose }: PostDialogProps) {
  const { t } = useTranslation('post-actions', 'ui');
  const dispatch = useDispatch();
  const [draft, setDraft] = useDraft(`edit:${post.id}`);
  const [text, setText] = useState(draft || post.text);
  const [problem, setProblem] = useState<Message | null>(null);
  const [edit, { isLoading }] = useEditPublicationMutation();

  const change = (newText: string) => {
    setText(newText);
    setDraft(newText);
    setProblem(null);
  };

  const finish = () => {
    setDraft('');
    onClose();
  };

  const save = async () => {
    const cleanedText = cleanText(text);
    const textProblem = checkPostText(cleanedText);
    setProblem(textProblem);
    if (textProblem) return;
    if (cleanedText === post.text) {
      finish();
      return;
    }
    const { error } = await edit({ id: post.id, text: cleanedText });
    if (error) {
      setProblem(getApiFailure(error) ?? internalError);
      return;
    }
    dispatch(feedbackAdded('ok', t('saved')));
    finish();
  };

  const saveByKey = ({ key, ctrlKey, metaKey, currentTarget }: KeyboardEvent<HTMLTextAreaElement>) => {
    if (key === 'Enter' && (ctrlKey || metaKey)) currentTarget.form?.requestSubmit();
  };

  return (
    <FormDialog
      title={t(post.idParent ? 'titles.comment' : 'titles.post')}
      submit={t('ui:save')}
      busy={isLoading}
      onSubmit={() => void save()}
      onClose={onClose}
      onCancel={finish}
    >
      <TextArea
        label={t('text')}
        autoFocus
        value={text}
        readOnly={isLoading}
        error={problem}
        hint={t('hint')}
        counter={`${countCodePoints(text)} / ${POST_TEXT_LIMIT}`}
        onChange={({ target }) => change(limitFieldText(target, POST_TEXT_LIMIT))}
        onKeyDown={saveByKey}
      />
    </FormDialog>
  );
}
