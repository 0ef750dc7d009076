import { ImagePlus } from 'lucide-react';
import { type DragEvent, useId, useState } from 'react';
import { brokenPicture, CENTER } from '../../../../contract/rules/pictures.ts';
import { type Message, translateMessage, useTranslation } from '../../i18n/index.ts';
import { classNames, Spinner } from '../../ui/index.ts';
import type { ChosenPicture } from './chosen-picture.ts';
import { FocalPointField } from './focal-point-field.tsx';
import styles from './picture-field.module.css';
import { PICTURE_TYPES, resizePicture, validatePictureFile } from './resize-picture.ts';

interface PictureFieldProps {
  readonly label: string;
  readonly value: ChosenPicture | null;
  /** Called with a new picture, or with the same picture and a different focal point. */
  readonly onChange: (picture: ChosenPicture) => void;
  /** Rejects new pictures while true. The field keeps the focus. */
  readonly busy?: boolean;
  /** Error of the form if the picture is missing. */
  readonly error?: Message | null;
  /** Marks the field as invalid if the form itself shows the error. */
  readonly invalid?: boolean;
}

/** Converts selected files to pictures. Only the file selected last is used. */
function usePictureFile(onChange: PictureFieldProps['onChange']) {
  const [problem, setProblem] = useState<Message | null>(null);
  const [isReading, setIsReading] = useState(false);

  const readFile = async (file: File | undefined) => {
    if (!file || isReading) return;
    const fileProblem = validatePictureFile(file);
    setProblem(fileProblem);
    if (fileProblem) return;
    setIsReading(true);
    try {
      onChange({ dataUrl: await resizePicture(file), focus: CENTER });
    } catch {
      setProblem(brokenPicture);
    } finally {
      setIsReading(false);
    }
  };
  return { readFile, problem, isReading };
}

/** A field for a picture and its focal point. The picture is resized before it is sent. */
export function PictureField({ label, value, onChange, busy = false, error, invalid }: PictureFieldProps) {
  const { t } = useTranslation('shared');
  const id = useId();
  const [over, setOver] = useState(false);
  const { readFile, problem, isReading } = usePictureFile(onChange);
  const shownProblem = problem ?? error;

  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    if (!busy) void readFile(event.dataTransfer.files[0]);
  };

  return (
    <div className={styles.field}>
      <span className={styles.label}>{label}</span>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the input is the keyboard alternative to dropping. */}
      <div
        className={classNames(styles.place, over && styles.over)}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(!busy);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <input
          id={id}
          type="file"
          className={styles.input}
          accept={PICTURE_TYPES.join(',')}
          aria-disabled={busy}
          onClick={busy ? (event) => event.preventDefault() : undefined}
          aria-invalid={shownProblem || invalid ? true : undefined}
          aria-describedby={shownProblem ? `${id}-error` : undefined}
          onChange={({ target }) => {
            void readFile(target.files?.[0]);
            // Allows the user to select the same file again.
            target.value = '';
          }}
        />
        <label htmlFor={id} className={styles.button}>
          <ImagePlus size={32} aria-hidden="true" />
          <span>
            <span className="visually-hidden">{label}: </span>
            {t(value ? 'picture.other' : 'picture.choose')}
          </span>
          {isReading && <Spinner size="small" />}
        </label>
      </div>
      {value && (
        <FocalPointField picture={value} busy={busy} onChange={(focus) => onChange({ ...value, focus })} />
      )}
      {shownProblem && (
        <span id={`${id}-error`} className={styles.error} role="alert">
          {translateMessage(shownProblem)}
        </span>
      )}
    </div>
  );
}
