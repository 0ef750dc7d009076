import { type KeyboardEvent, type MouseEvent, type PointerEvent, useId } from 'react';
import type { FocalPoint } from '../../../../contract/rules/pictures.ts';
import { useTranslation } from '../../i18n/index.ts';
import type { ChosenPicture } from './chosen-picture.ts';
import styles from './focal-point-field.module.css';

interface FocalPointFieldProps {
  readonly picture: ChosenPicture;
  /** Ignores changes while true. The field keeps the focus. */
  readonly busy: boolean;
  readonly onChange: (focus: FocalPoint) => void;
}

/** Arrow key step, in percent. Smaller if Shift is pressed. */
const STEP = 5;
const SMALL_STEP = 1;

const DIRECTIONS: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

const toPercent = (fraction: number): number => Math.round(fraction * 100);

/** Rounds to a whole percentage and clamps it to the picture. */
const toShare = (percent: number): number => Math.min(100, Math.max(0, Math.round(percent))) / 100;

function findPoint({ currentTarget, clientX, clientY }: MouseEvent): FocalPoint {
  const { left, top, width, height } = currentTarget.getBoundingClientRect();
  return {
    x: toShare((100 * (clientX - left)) / (width || 1)),
    y: toShare((100 * (clientY - top)) / (height || 1)),
  };
}

/** Field for a focal point: a slider with a text value, because ARIA has no role for two dimensions. */
export function FocalPointField({ picture: { dataUrl, focus }, busy, onChange }: FocalPointFieldProps) {
  const { t } = useTranslation('shared');
  const hintId = useId();
  const [x, y] = [toPercent(focus.x), toPercent(focus.y)];
  const change = (point: FocalPoint) => {
    if (!busy) onChange(point);
  };

  const moveByKey = (event: KeyboardEvent) => {
    const direction = DIRECTIONS[event.key];
    if (!direction) return;
    event.preventDefault();
    const step = event.shiftKey ? SMALL_STEP : STEP;
    change({ x: toShare(x + direction[0] * step), y: toShare(y + direction[1] * step) });
  };

  // A finger that scrolls the page must not move the point.
  const drag = (event: PointerEvent) => {
    if (event.pointerType !== 'touch' && event.buttons === 1) change(findPoint(event));
  };

  return (
    <div className={styles.field}>
      <span id={hintId} className={styles.hint}>
        {t('picture.focusHint')}
      </span>
      <div
        role="slider"
        tabIndex={0}
        className={styles.picture}
        aria-label={t('picture.focus')}
        aria-describedby={hintId}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={x}
        aria-valuetext={t('picture.focusValue', { x, y })}
        aria-disabled={busy}
        onKeyDown={moveByKey}
        onClick={(event) => change(findPoint(event))}
        onPointerMove={drag}
      >
        <img src={dataUrl} alt="" draggable={false} />
        <span className={styles.point} style={{ left: `${x}%`, top: `${y}%` }} />
      </div>
    </div>
  );
}
