import { Route } from 'react-router-dom';
import { RequireUser } from './guards.tsx';
import * as pages from './pages.ts';

const STAFF = ['ADMIN', 'MOD'] as const;

/** Addresses for staff alone. */
export const staffRoutes = (
  <Route
    path="dashboard"
    element={
      <RequireUser roles={STAFF}>
        <pages.DashboardPage />
      </RequireUser>
    }
  />
);
