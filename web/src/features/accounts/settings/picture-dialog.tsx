import { type PointerEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from '../../../i18n/index.ts';
import { Button, Dialog } from '../../../ui/index.ts';
import { CENTERED, CROP_SIDE, type Crop, drag, drawSquare, MAX_ZOOM } from './crop-square.ts';
import styles from './picture.module.css';

const JPEG_QUALITY = 0.9;

interface PictureDialogProps {
  readonly bitmap: ImageBitmap;
  readonly isSaving: boolean;
  /** Called with the data URL of the selected square. */
  readonly onSave: (imageBase64: string) => void;
  readonly onClose: () => void;
}

const SLIDERS = [
  { key: 'zoom', min: 1, max: MAX_ZOOM },
  { key: 'x', min: 0, max: 1 },
  { key: 'y', min: 0, max: 1 },
] as const;

/** Dialog that selects a square from a picture by dragging or with sliders. */
export function PictureDialog({ bitmap, isSaving, onSave, onClose }: PictureDialogProps) {
  const { t } = useTranslation('accounts', 'ui');
  const [crop, setCrop] = useState<Crop>(CENTERED);
  const canvas = useRef<HTMLCanvasElement>(null);

  useEffect(() => {
    if (canvas.current) drawSquare(canvas.current, bitmap, crop);
  }, [bitmap, crop]);

  const move = ({ buttons, movementX, movementY, currentTarget }: PointerEvent<HTMLCanvasElement>) => {
    if (buttons === 0) return;
    const { clientWidth, clientHeight } = currentTarget;
    setCrop((now) => drag(bitmap, now, movementX / clientWidth, movementY / clientHeight));
  };

  return (
    <Dialog
      open
      locked={isSaving}
      title={t('picture.crop')}
      onClose={onClose}
      actions={
        <>
          <Button variant="secondary" aria-disabled={isSaving} onClick={isSaving ? undefined : onClose}>
            {t('ui:cancel')}
          </Button>
          <Button
            busy={isSaving}
            onClick={() => canvas.current && onSave(canvas.current.toDataURL('image/jpeg', JPEG_QUALITY))}
          >
            {t('ui:save')}
          </Button>
        </>
      }
    >
      <div className={styles.crop}>
        <canvas
          ref={canvas}
          width={CROP_SIDE}
          height={CROP_SIDE}
          className={styles.canvas}
          role="img"
          aria-label={t('picture.preview')}
          onPointerDown={({ currentTarget, pointerId }) => currentTarget.setPointerCapture(pointerId)}
          onPointerMove={move}
        />
        {SLIDERS.map(({ key, min, max }) => (
          <label key={key} className={styles.slider}>
            {t(`picture.${key}`)}
            <input
              type="range"
              min={min}
              max={max}
              step="any"
              value={crop[key]}
              onChange={({ target }) => setCrop((now) => ({ ...now, [key]: Number(target.value) }))}
              onKeyDown={(event) => {
                const step = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 }[event.key];
                if (step === undefined) return;
                event.preventDefault();
                const value = Math.min(max, Math.max(min, crop[key] + (step * (max - min)) / 20));
                setCrop((now) => ({ ...now, [key]: value }));
              }}
            />
          </label>
        ))}
      </div>
    </Dialog>
  );
}
