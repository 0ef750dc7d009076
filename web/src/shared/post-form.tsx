import { type FormEvent, type KeyboardEvent, type ReactNode, useState } from 'react';
import { useDispatch } from 'react-redux';
import type { Problem } from '../../../contract/problems.ts';
import { checkPostText, POST_TEXT_LIMIT } from '../../../contract/rules/posts.ts';
import { cleanText, countCodePoints } from '../../../contract/rules/text.ts';
import { useCreatePublicationMutation } from '../api/post-writes.ts';
import { useTranslation } from '../i18n/index.ts';
import { feedbackAdded } from '../state/feedback.ts';
import { useUser } from '../state/session.ts';
import { Avatar, Button, Card, TextArea } from '../ui/index.ts';
import { useDraft } from './draft.ts';
import { limitFieldText } from './limit-field-text.ts';
import styles from './post-form.module.css';
import { useIdempotencyKey } from './use-idempotency-key.ts';
import { useRequireLogin } from './use-require-login.ts';

interface PostFormProps {
  readonly label: string;
  readonly placeholder: string;
  readonly submit: string;
  /** Id of the post that is commented on; omitted for a new post. */
  readonly idParent?: string;
  /** Content to the left of the button. */
  readonly extras?: ReactNode;
  readonly onSent?: (id: string) => void;
}

/** Form for posts and comments. Ctrl+Enter sends. The text is kept as a draft until it is sent. */
export function PostForm({ label, placeholder, submit, idParent, extras, onSent }: PostFormProps) {
  const { t } = useTranslation('shared');
  const user = useUser();
  const dispatch = useDispatch();
  const requireLogin = useRequireLogin(t('post.logIn'));
  const draftKey = idParent ? `comment:${idParent}` : 'post';
  const [text, setText] = useDraft(draftKey);
  const [problem, setProblem] = useState<Problem | null>(null);
  // Cached by draft key, so that a user who leaves during the request and returns cannot send the post twice.
  const [createPost, { isLoading }] = useCreatePublicationMutation({ fixedCacheKey: draftKey });
  const { getKey, done } = useIdempotencyKey(draftKey);

  const send = async () => {
    if (isLoading || !requireLogin()) return;
    const cleanedText = cleanText(text);
    const textProblem = checkPostText(cleanedText);
    setProblem(textProblem);
    if (textProblem) return;
    const { data, error } = await createPost({
      text: cleanedText,
      idParent,
      idempotencyKey: getKey(cleanedText),
    });
    done(error);
    if (!data) return;
    onSent?.(data.id);
    setText('');
    dispatch(feedbackAdded('ok', t(idParent ? 'post.commented' : 'post.created')));
  };

  const submitForm = (event: FormEvent) => {
    event.preventDefault();
    void send();
  };

  const sendByKey = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void send();
  };

  return (
    <Card>
      <form className={styles.form} onSubmit={submitForm} noValidate>
        {user && <Avatar name={user.profileName} seed={user.id} picture={user.avatar} />}
        <div className={styles.box}>
          <TextArea
            bare
            label={label}
            labelHidden
            placeholder={placeholder}
            value={text}
            readOnly={isLoading}
            error={problem}
            counter={`${countCodePoints(text)} / ${POST_TEXT_LIMIT}`}
            onChange={({ target }) => {
              setText(limitFieldText(target, POST_TEXT_LIMIT));
              setProblem(null);
            }}
            onKeyDown={sendByKey}
          />
          <div className={styles.actions}>
            {extras}
            <Button type="submit" size="small" busy={isLoading}>
              {submit}
            </Button>
          </div>
        </div>
      </form>
    </Card>
  );
}
