/**
 * Defines the browser globals that modules of the client use when they are loaded. The server imports this module
 * first, in a thread of its own.
 */
const ignoreListener = (): void => {};
const target = { addEventListener: ignoreListener, removeEventListener: ignoreListener };

/** The part of a document that components read while they render. */
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

/** Sets the URL and the settings of the page that is rendered next. */
export function setServerPage(url: string, settings: Readonly<Record<string, string>>): void {
  globals.location.href = url;
  page.documentElement.dataset = settings;
}
