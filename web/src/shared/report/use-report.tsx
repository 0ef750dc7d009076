import { type ReactNode, useState } from 'react';
import { loadTexts } from '../../i18n/index.ts';
import { lazyDialog } from '../chunk/lazy-dialog.tsx';
import { useRequireLogin } from '../use-require-login.ts';
import type { SubjectKind } from './report-dialog.tsx';

const ReportDialog = lazyDialog(async () => {
  const [module] = await Promise.all([import('./report-dialog.tsx'), loadTexts('reports')]);
  return module.ReportDialog;
});

/** Reports content. `ask` opens the form, or redirects visitors to the login. The caller must render `dialog`. */
export function useReport(kind: SubjectKind, id: string): { ask: () => void; dialog: ReactNode } {
  const [isOpen, setIsOpen] = useState(false);
  const requireLogin = useRequireLogin();
  return {
    ask: () => requireLogin() && setIsOpen(true),
    dialog: isOpen && <ReportDialog kind={kind} id={id} onClose={() => setIsOpen(false)} />,
  };
}
