import { useRef, useState } from 'react';
import { useDispatch } from 'react-redux';
import { brokenPicture } from '../../../../../contract/rules/pictures.ts';
import type { SessionUser } from '../../../../../contract/shapes.ts';
import { createIdempotencyKey, kindraApi } from '../../../api/base.ts';
import { getApiFailure } from '../../../api/failure.ts';
import { type Message, translateMessage, useTranslation } from '../../../i18n/index.ts';
import { PICTURE_TYPES, validatePictureFile } from '../../../shared/picture/resize-picture.ts';
import { useIsMounted } from '../../../shared/use-is-mounted.ts';
import { feedbackAdded } from '../../../state/feedback.ts';
import { sessionUserChanged } from '../../../state/session.ts';
import { Avatar, Button, Card } from '../../../ui/index.ts';
import { useRemoveProfilePictureMutation, useSetProfilePictureMutation } from '../accounts-api.ts';
import styles from './picture.module.css';
import { PictureDialog } from './picture-dialog.tsx';

/** Form for the profile picture. */
export function PictureForm({ user }: { readonly user: SessionUser }) {
  const { t } = useTranslation('accounts');
  const input = useRef<HTMLInputElement>(null);
  const [bitmap, setBitmap] = useState<ImageBitmap | null>(null);
  const [problem, setProblem] = useState<Message | null>(null);
  const [save, { isLoading: isSaving }] = useSetProfilePictureMutation();
  const [remove, { isLoading: isRemoving }] = useRemoveProfilePictureMutation();
  const dispatch = useDispatch();
  const isMounted = useIsMounted();

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

  const updateScreens = (changedUser: SessionUser, kind: 'picture' | 'pictureRemoved') => {
    dispatch(sessionUserChanged({ avatar: undefined, ...changedUser }));
    // Cached posts and lists contain the old picture.
    dispatch(kindraApi.util.resetApiState());
    dispatch(feedbackAdded('ok', t(`done.${kind}`)));
  };

  const saveCrop = async (imageBase64: string) => {
    const { data, error } = await save({ imageBase64, idempotencyKey: createIdempotencyKey() });
    if (data) updateScreens(data, 'picture');
    const failure = getApiFailure(error);
    close();
    if (!failure || failure.status === 401) return;
    if (isMounted()) setProblem(failure);
    else dispatch(feedbackAdded('bad', failure));
  };

  const removePicture = async () => {
    const { data } = await remove();
    if (data) updateScreens(data, 'pictureRemoved');
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
            <Button variant="dangerOutlined" busy={isRemoving} onClick={() => void removePicture()}>
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
