import { useRef, useState } from 'react';
import { useDispatch } from 'react-redux';
import { brokenPicture } from '../../../../../contract/rules/pictures.ts';
import type { SessionUser } from '../../../../../contract/shapes.ts';
import { createIdempotencyKey, kindraApi } from '../../../api/base.ts';
import { getApiFailure } from '../../../api/failure.ts';
import { type Message, translateMessage, useTranslation } from '../../../i18n/index.ts';
import { PICTURE_TYPES, validatePictureFile } from '../../../shared/picture/resize-picture.ts';
import { feedbackAdded } from '../../../state/feedback.ts';
import { sessionUserChanged } from '../../../state/session.ts';
import { Avatar, Button, Card } from '../../../ui/index.ts';
import { useRemoveProfilePictureMutation, useSetProfilePictureMutation } from '../accounts-api.ts';
import styles from './picture.module.css';
import { PictureDialog } from './picture-dialog.tsx';

/** Returns functions that store and remove the picture and update all screens. */
function usePictureChanges() {
  const { t } = useTranslation('accounts');
  const dispatch = useDispatch();
  const [send, { isLoading: isSaving }] = useSetProfilePictureMutation();
  const [sendRemoval, { isLoading: isRemoving }] = useRemoveProfilePictureMutation();

  const show = (user: SessionUser | undefined, kind: 'picture' | 'pictureRemoved') => {
    if (!user) return;
    dispatch(sessionUserChanged({ avatar: undefined, ...user }));
    // Cached posts and lists contain the old picture.
    dispatch(kindraApi.util.resetApiState());
    dispatch(feedbackAdded('ok', t(`done.${kind}`)));
  };

  return {
    isSaving,
    isRemoving,
    async save(imageBase64: string): Promise<unknown> {
      const { data, error } = await send({ imageBase64, idempotencyKey: createIdempotencyKey() });
      show(data, 'picture');
      return error;
    },
    async remove(): Promise<void> {
      show((await sendRemoval()).data, 'pictureRemoved');
    },
  };
}

/** Form for the profile picture. */
export function PictureForm({ user }: { readonly user: SessionUser }) {
  const { t } = useTranslation('accounts');
  const input = useRef<HTMLInputElement>(null);
  const [bitmap, setBitmap] = useState<ImageBitmap | null>(null);
  const [problem, setProblem] = useState<Message | null>(null);
  const { isSaving, isRemoving, save, remove } = usePictureChanges();

  const choose = async (file: File | undefined) => {
    if (!file) return;
    const fileProblem = validatePictureFile(file);
    setProblem(fileProblem);
    if (fileProblem) return;
    const decoded = await createImageBitmap(file).catch(() => null);
    if (decoded) setBitmap(decoded);
    else setProblem(brokenPicture);
  };

  const close = () => {
    bitmap?.close();
    setBitmap(null);
  };

  const saveCrop = async (imageBase64: string) => {
    const failure = getApiFailure(await save(imageBase64));
    close();
    if (failure && failure.status !== 401) setProblem(failure);
  };

  return (
    <Card>
      <div className={styles.row}>
        <Avatar name={user.profileName} seed={user.id} picture={user.avatar} size={88} />
        <div className={styles.buttons}>
          <input
            ref={input}
            type="file"
            hidden
            aria-label={t('picture.choose')}
            accept={PICTURE_TYPES.join(',')}
            onChange={({ target }) => {
              void choose(target.files?.[0]);
              // Allows the user to select the same file again.
              target.value = '';
            }}
          />
          <Button variant="secondary" onClick={() => input.current?.click()}>
            {t('picture.choose')}
          </Button>
          {user.avatar && (
            <Button variant="dangerOutlined" busy={isRemoving} onClick={() => void remove()}>
              {t('picture.remove')}
            </Button>
          )}
        </div>
        {problem && (
          <p className={styles.error} role="alert">
            {translateMessage(problem)}
          </p>
        )}
      </div>
      {bitmap && (
        <PictureDialog
          bitmap={bitmap}
          isSaving={isSaving}
          onSave={(square) => void saveCrop(square)}
          onClose={close}
        />
      )}
    </Card>
  );
}
