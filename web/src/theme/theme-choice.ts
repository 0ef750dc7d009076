import { useSyncExternalStore } from 'react';
import { browserStorage } from '../state/browser-storage.ts';
import { applyChosenTheme, getChosenTheme, THEME_KEY, type Theme } from './stored-theme.ts';

const listeners = new Set<() => void>();

function updateTheme(): void {
  applyChosenTheme();
  for (const listener of listeners) listener();
}

window.addEventListener('storage', ({ key }) => {
  if (key === THEME_KEY || key === null) updateTheme();
});

/** Changes and stores the theme, here and in other tabs. */
export function chooseTheme(theme: Theme): void {
  browserStorage.set(THEME_KEY, theme);
  updateTheme();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Returns the selected theme, shared by all components and tabs. */
export const useTheme = (): Theme => useSyncExternalStore(subscribe, getChosenTheme, () => 'system');
