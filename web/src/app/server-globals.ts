/** Defines the browser globals that client modules use on load. The rendering thread imports this module first. */
const ignoreListener = (): void => {};
const target = { addEventListener: ignoreListener, removeEventListener: ignoreListener };

/** The parts of `document` that components read while they render. */
const page = {
  ...target,
  cookie: '',
  hidden: false,
  documentElement: { dataset: {} as Record<string, string>, lang: '' },
  querySelector: () => null,
};

const globals = {
  window: target,
  document: page,
  navigator: { languages: [], onLine: true },
  location: new URL('http://localhost/'),
};
for (const [name, value] of Object.entries(globals))
  Object.defineProperty(globalThis, name, { value, configurable: true });

/** Sets the URL and the settings for the next page to render. */
export function setServerPage(url: string, settings: Readonly<Record<string, string>>): void {
  globals.location.href = url;
  page.documentElement.dataset = settings;
}
