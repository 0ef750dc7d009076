import { type FormEvent, useState } from 'react';
import { useDispatch } from 'react-redux';
import type { Problem } from '../../../../../contract/problems.ts';
import { checkPostText, POST_TEXT_LIMIT } from '../../../../../contract/rules/posts.ts';
import { cleanText, countCodePoints } from '../../../../../contract/rules/text.ts';
import { usePostUpdateMutation } from '../../../api/crowdfunding-writes.ts';
import { useTranslation } from '../../../i18n/index.ts';
import { useDraft } from '../../../shared/draft.ts';
import { limitFieldText } from '../../../shared/limit-field-text.ts';
import { type ChosenPicture, toPictureFields } from '../../../shared/picture/chosen-picture.ts';
import { PictureField } from '../../../shared/picture/picture-field.tsx';
import { useIdempotencyKey } from '../../../shared/use-idempotency-key.ts';
import { feedbackAdded } from '../../../state/feedback.ts';
import { Button, Card, TextArea } from '../../../ui/index.ts';
import styles from './updates.module.css';

/** Form for a campaign update. The text is kept as a draft until it is sent. */
export function UpdateForm({ crowdfundingId }: { readonly crowdfundingId: string }) {
  const { t } = useTranslation('crowdfunding');
  const dispatch = useDispatch();
  const draftKey = `update:${crowdfundingId}`;
  const [text, setText] = useDraft(draftKey);
  const [picture, setPicture] = useState<ChosenPicture | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  // Cached by campaign, so that a creator who leaves during the request and returns cannot send the update twice.
  const [postUpdate, { isLoading }] = usePostUpdateMutation({ fixedCacheKey: draftKey });
  const { getKey, done } = useIdempotencyKey(draftKey);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isLoading) return;
    const cleaned = cleanText(text);
    const textProblem = checkPostText(cleaned);
    setProblem(textProblem);
    if (textProblem) return;
    const body = { text: cleaned, ...(picture && toPictureFields(picture)) };
    const { data, error } = await postUpdate({
      id: crowdfundingId,
      ...body,
      idempotencyKey: getKey(JSON.stringify(body)),
    });
    done(error);
    if (!data) return;
    setText('');
    setPicture(null);
    dispatch(feedbackAdded('ok', t('updates.posted')));
  };

  return (
    <Card>
      <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
        <TextArea
          label={t('updates.text')}
          hint={t('updates.hint')}
          value={text}
          readOnly={isLoading}
          error={problem}
          counter={`${countCodePoints(text)} / ${POST_TEXT_LIMIT}`}
          onChange={({ target }) => {
            setText(limitFieldText(target, POST_TEXT_LIMIT));
            setProblem(null);
          }}
        />
        <PictureField label={t('updates.picture')} value={picture} busy={isLoading} onChange={setPicture} />
        <div className={styles.actions}>
          {picture && !isLoading && (
            <Button variant="secondary" size="small" onClick={() => setPicture(null)}>
              {t('updates.removePicture')}
            </Button>
          )}
          <Button type="submit" size="small" busy={isLoading}>
            {t('updates.submit')}
          </Button>
        </div>
      </form>
    </Card>
  );
}
