const openApps = new Set<() => void>();

/** Registers a function that closes an app after the test. */
export const registerApp = (close: () => void): void => void openApps.add(close);

/** Closes all open apps. Called after each test, and by tests that render a second app. */
export function closeApps(): void {
  for (const close of openApps) close();
  openApps.clear();
}
