import { ImagePlus } from 'lucide-react';
import { type DragEvent, useId, useState } from 'react';
import { tell, useTranslation } from '../../i18n/index.ts';
import { classNames, Spinner } from '../../ui/index.ts';
import styles from './picture-field.module.css';
import { PICTURE_TYPES, pictureFileProblem, resizePicture, UNREADABLE } from './resize-picture.ts';

export interface PictureFieldProps {
  readonly label: string;
  /** The picture as a data URL, or null while there is none. */
  readonly value: string | null;
  /** Called with the data URL of a JPEG of at most 300 pixels. */
  readonly onChange: (picture: string) => void;
  /** Takes no other picture for a while, and keeps the focus. */
  readonly busy?: boolean;
  /** A sentence of the form about a missing picture. */
  readonly error?: string | null;
  /** Marks a missing picture where the form itself says that it is missing. */
  readonly invalid?: boolean;
}

/** Takes files and makes pictures of them; the latest one counts. */
function usePictureFile(onChange: (picture: string) => void) {
  const [problem, setProblem] = useState<string | null>(null);
  const [reading, setReading] = useState(false);

  const take = async (file: File | undefined) => {
    if (!file || reading) return;
    const found = pictureFileProblem(file);
    setProblem(found);
    if (found) return;
    setReading(true);
    try {
      onChange(await resizePicture(file));
    } catch {
      setProblem(UNREADABLE);
    } finally {
      setReading(false);
    }
  };
  return { take, problem, reading };
}

/** A place for a picture: choose a file or drop one. It is made small before it is sent anywhere. */
export function PictureField({ label, value, onChange, busy = false, error, invalid }: PictureFieldProps) {
  const { t } = useTranslation('shared');
  const id = useId();
  const [over, setOver] = useState(false);
  const { take, problem, reading } = usePictureFile(onChange);
  const shown = problem ?? error;

  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    if (!busy) void take(event.dataTransfer.files[0]);
  };

  return (
    <div className={styles.field}>
      <span className={styles.label}>{label}</span>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping a file has its keyboard way in the input. */}
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
          aria-invalid={shown || invalid ? true : undefined}
          aria-describedby={shown ? `${id}-error` : undefined}
          onChange={({ target }) => {
            void take(target.files?.[0]);
            // So that the same file can be chosen again.
            target.value = '';
          }}
        />
        <label htmlFor={id} className={styles.button}>
          {value ? (
            <img src={value} alt="" className={styles.picture} />
          ) : (
            <ImagePlus size={32} aria-hidden="true" />
          )}
          <span>
            <span className="visually-hidden">{label}: </span>
            {t(value ? 'picture.other' : 'picture.choose')}
          </span>
          {reading && <Spinner size="small" />}
        </label>
      </div>
      {shown && (
        <span id={`${id}-error`} className={styles.error} role="alert">
          {tell(shown)}
        </span>
      )}
    </div>
  );
}
