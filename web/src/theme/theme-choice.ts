import { useSyncExternalStore } from 'react';
import { browserStorage } from '../state/browser-storage.ts';

/** Themes to choose from; `system` follows the device. */
export const THEMES = ['system', 'light', 'dark'] as const;

export type Theme = (typeof THEMES)[number];

const THEME_KEY = 'theme';

const isTheme = (text: string | null): text is Theme => THEMES.includes(text as Theme);

const listeners = new Set<() => void>();

function getChosenTheme(): Theme {
  const storedTheme = browserStorage.get(THEME_KEY);
  return isTheme(storedTheme) ? storedTheme : 'system';
}

/** Applies the chosen theme and notifies its subscribers. */
function applyTheme(): void {
  const theme = getChosenTheme();
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  for (const listener of listeners) listener();
}

window.addEventListener('storage', ({ key }) => {
  if (key === THEME_KEY || key === null) applyTheme();
});

/** Changes the theme, here and in other tabs, and stores the choice. */
export function chooseTheme(theme: Theme): void {
  browserStorage.set(THEME_KEY, theme);
  applyTheme();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The chosen theme, shared by all components and tabs. */
export const useTheme = (): Theme => useSyncExternalStore(subscribe, getChosenTheme);
