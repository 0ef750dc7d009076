import { useSyncExternalStore } from 'react';
import { browserKeeps } from '../state/browser-storage.ts';

/** What a reader may choose; `system` follows the device. */
export const THEMES = ['system', 'light', 'dark'] as const;

export type Theme = (typeof THEMES)[number];

const KEY = 'theme';

const isTheme = (text: string | null): text is Theme => THEMES.includes(text as Theme);

const listeners = new Set<() => void>();

/** The theme chosen in this browser. */
function chosenTheme(): Theme {
  const kept = browserKeeps.get(KEY);
  return isTheme(kept) ? kept : 'system';
}

/** Shows the page, and whatever offers the choice, in the theme that is chosen. */
function show(): void {
  const theme = chosenTheme();
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  for (const listener of listeners) listener();
}

window.addEventListener('storage', ({ key }) => {
  if (key === KEY || key === null) show();
});

/** Shows the page in a theme, here and in other tabs, and keeps the choice for the next visit. */
export function chooseTheme(theme: Theme): void {
  browserKeeps.set(KEY, theme);
  show();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The theme that is chosen; the same wherever it is asked for, and in every tab. */
export const useTheme = (): Theme => useSyncExternalStore(subscribe, chosenTheme);
