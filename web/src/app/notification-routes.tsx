import { Route } from 'react-router-dom';
import { RequireUser } from './guards.tsx';
import * as pages from './pages.ts';

/** Routes of notifications. */
export const notificationRoutes = (
  <Route path="notifications">
    <Route
      index
      element={
        <RequireUser>
          <pages.NotificationsPage />
        </RequireUser>
      }
    />
    <Route
      path="settings"
      element={
        <RequireUser>
          <pages.NotificationSettingsPage />
        </RequireUser>
      }
    />
  </Route>
);
