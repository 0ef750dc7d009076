import { type FormEvent, type KeyboardEvent, type ReactNode, useState } from 'react';
import { useDispatch } from 'react-redux';
import { cleanText, codePoints, POST_TEXT_LIMIT, postTextProblem } from '../../../api/contract/rules.ts';
import { useCreatePostMutation } from '../api/post-writes.ts';
import { useTranslation } from '../i18n/index.ts';
import { feedbackGiven } from '../state/feedback.ts';
import { useUser } from '../state/session.ts';
import { Avatar, Button, Card, TextArea } from '../ui/index.ts';
import { useDraft } from './draft.ts';
import styles from './post-form.module.css';
import { useIdempotencyKey } from './use-idempotency-key.ts';
import { useLoginWall } from './use-login-wall.ts';
import { withinLimit } from './within-limit.ts';

export interface PostFormProps {
  /** What the box is for, for screen readers. */
  readonly label: string;
  readonly placeholder: string;
  /** Text of the button. */
  readonly submit: string;
  /** The post that is commented on. */
  readonly idParent?: string;
  /** What stands beside the button, at the left. */
  readonly extras?: ReactNode;
}

/** The box in which posts and comments are written; Ctrl+Enter sends. What is typed stays until it is sent. */
export function PostForm({ label, placeholder, submit, idParent, extras }: PostFormProps) {
  const { t } = useTranslation('shared');
  const user = useUser();
  const dispatch = useDispatch();
  const mayPost = useLoginWall('You must log in to create a post.');
  const place = idParent ? `comment:${idParent}` : 'post';
  const [text, setText] = useDraft(place);
  const [problem, setProblem] = useState<string | null>(null);
  // Kept by its place, so that whoever leaves while it is sent and comes back does not send it again.
  const [createPost, { isLoading }] = useCreatePostMutation({ fixedCacheKey: place });
  const { keyFor, done } = useIdempotencyKey(place);

  const send = async () => {
    if (isLoading || !mayPost()) return;
    const cleaned = cleanText(text);
    const found = postTextProblem(cleaned);
    setProblem(found);
    if (found) return;
    const { error } = await createPost({ text: cleaned, idParent, key: keyFor(cleaned) });
    done(error);
    if (error) return;
    setText('');
    dispatch(feedbackGiven('ok', t(idParent ? 'post.commented' : 'post.created')));
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
        {user && <Avatar name={user.profileName} seed={user.id} />}
        <div className={styles.box}>
          <TextArea
            bare
            label={label}
            labelHidden
            placeholder={placeholder}
            value={text}
            readOnly={isLoading}
            error={problem}
            counter={`${codePoints(text)} / ${POST_TEXT_LIMIT}`}
            onChange={({ target }) => {
              setText(withinLimit(target, POST_TEXT_LIMIT));
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
