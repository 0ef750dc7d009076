import { useState } from 'react';
import styles from './avatar.module.css';

/** Background and text colours. Each pair has sufficient contrast. */
const COLOURS = [
  ['#d5ead9', '#17553a'],
  ['#f6dcc7', '#7d3510'],
  ['#d3e6f3', '#1a4d70'],
  ['#f5d6dc', '#8a1f3c'],
  ['#f3e7bd', '#665008'],
  ['#cfeae6', '#0f5650'],
  ['#e4daf2', '#533080'],
  ['#33463c', '#e6f2e9'],
] as const;

/** SVG paths drawn faintly behind the letters: a paw, a leaf, a bird's wing, a fish, a sprig and hills. */
const MOTIFS = [
  'M30 35c-3-2-5-3.7-5-6a2.6 2.6 0 0 1 5-1 2.6 2.6 0 0 1 5 1c0 2.3-2 4-5 6ZM22 25a1.8 2.5 0 1 0 .1 0ZM27 20a1.9 2.7 0 1 0 .1 0ZM33 20a1.9 2.7 0 1 0 .1 0ZM38 25a1.8 2.5 0 1 0 .1 0Z',
  'M18 40c0-13 8-20 22-20 0 14-7 22-18 21l-3 3-1-1Z',
  'M14 34c8 2 11-10 26-12-2 4-4 6-7 7 2 0 3 0 5 1-4 6-14 10-24 4Z',
  'M12 31c5-7 14-8 20-2l7-5v14l-7-5c-6 6-15 5-20-2Z',
  'M27 42V30c-5 0-8-2-9-7 5 0 8 2 9 5 1-4 4-7 10-8 0 6-3 9-8 10v12Z',
  'M4 42c6-12 12-12 17-4 5-10 13-11 19 4Z',
] as const;

function hashText(text: string): number {
  let value = 2166136261;
  for (const character of text) value = Math.imul(value ^ (character.codePointAt(0) ?? 0), 16777619);
  return value >>> 0;
}

function getInitials(name: string): string {
  const words = name.trim().split(/\s+/);
  const firstLetter = [...(words[0] ?? '')][0] ?? '';
  const last = words.length > 1 ? ([...(words.at(-1) ?? '')][0] ?? '') : '';
  return (firstLetter + last).toLocaleUpperCase('en');
}

interface AvatarProps {
  readonly name: string;
  /** Determines the colours. Pass the nickname or id, so that the picture does not change when the name changes. */
  readonly seed?: string;
  /** URL of the account's picture. If it is missing or cannot be loaded, a picture is drawn. */
  readonly picture?: string | undefined;
  readonly size?: number;
}

/** An account's picture, or a drawing with its initials. Hidden from screen readers. */
export function Avatar({ name, seed = name, picture, size = 44 }: AvatarProps) {
  const [broken, setBroken] = useState<string>();
  if (picture && picture !== broken)
    return (
      <img
        className={styles.avatar}
        src={picture}
        alt=""
        width={size}
        height={size}
        fetchPriority="low"
        draggable={false}
        onError={() => setBroken(picture)}
      />
    );
  return <DrawnAvatar name={name} seed={seed} size={size} />;
}

function DrawnAvatar({ name, seed, size }: Required<Pick<AvatarProps, 'name' | 'seed' | 'size'>>) {
  const value = hashText(seed);
  const [backgroundColor, textColor] = COLOURS[value % COLOURS.length] ?? COLOURS[0];
  const motif = MOTIFS[(value >>> 8) % MOTIFS.length];
  return (
    <svg className={styles.avatar} width={size} height={size} viewBox="0 0 44 44" aria-hidden="true">
      <rect width="44" height="44" fill={backgroundColor} />
      <path d={motif} fill={textColor} opacity="0.15" transform="translate(-14 -17) scale(1.4)" />
      <text x="22" y="28.5" fontSize="18" textAnchor="middle" fill={textColor}>
        {getInitials(name)}
      </text>
    </svg>
  );
}
