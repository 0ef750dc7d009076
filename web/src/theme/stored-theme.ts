import { browserStorage } from '../state/browser-storage.ts';

/** Available themes. `system` follows the device setting. */
export const THEMES = ['system', 'light', 'dark'] as const;

/** A theme that the user can select. */
export type Theme = (typeof THEMES)[number];

export const THEME_KEY = 'theme';

const isTheme = (text: string | null): text is Theme => THEMES.includes(text as Theme);

/** Returns the theme selected in this browser. */
export function getChosenTheme(): Theme {
  const storedTheme = browserStorage.get(THEME_KEY);
  return isTheme(storedTheme) ? storedTheme : 'system';
}

/** Applies the selected theme to the page. */
export function applyChosenTheme(): void {
  const theme = getChosenTheme();
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}
