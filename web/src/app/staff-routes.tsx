import type { ReactNode } from 'react';
import { Route } from 'react-router-dom';
import { RequireUser } from './guards.tsx';
import * as pages from './pages.ts';

const STAFF = ['ADMIN', 'MOD'] as const;

const guarded = (page: ReactNode) => <RequireUser roles={STAFF}>{page}</RequireUser>;

/** Routes for staff. */
export const staffRoutes = (
  <Route path="dashboard">
    <Route index element={guarded(<pages.DashboardPage />)} />
    <Route path="reports" element={guarded(<pages.ReportsPage />)} />
    <Route path="audit/*" element={guarded(<pages.AuditPages />)} />
  </Route>
);
