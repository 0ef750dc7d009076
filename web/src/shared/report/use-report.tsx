import { type ReactNode, useState } from 'react';
import { lazyDialog } from '../chunk/lazy-dialog.tsx';
import { useRequireLogin } from '../use-require-login.ts';
import type { SubjectKind } from './report-dialog.tsx';

const ReportDialog = lazyDialog(async () => (await import('./report-dialog.tsx')).ReportDialog, ['reports']);

/** Reports content. `ask` opens the form, or redirects visitors to the login. The caller must render `dialog`. */
export function useReport(kind: SubjectKind, id: string): { ask: () => void; dialog: ReactNode } {
  const [isOpen, setIsOpen] = useState(false);
  const requireLogin = useRequireLogin();
  return {
    ask: () => requireLogin() && setIsOpen(true),
    dialog: isOpen && <ReportDialog kind={kind} id={id} onClose={() => setIsOpen(false)} />,
  };
}
