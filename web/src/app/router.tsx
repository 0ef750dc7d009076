import { Navigate, Route, Routes } from 'react-router-dom';
import { adoptionRoutes } from './adoption-routes.tsx';
import { conversationRoutes } from './conversation-routes.tsx';
import { crowdfundingRoutes } from './crowdfunding-routes.tsx';
import { ErrorPage } from './error-page.tsx';
import { RequireUser, RequireVisitor } from './guards.tsx';
import { RootLayout } from './layout/root-layout.tsx';
import { notificationRoutes } from './notification-routes.tsx';
import * as pages from './pages.ts';
import { staffRoutes } from './staff-routes.tsx';
import { walletRoutes } from './wallet-routes.tsx';

const accountRoutes = (
  <>
    <Route
      path="login"
      element={
        <RequireVisitor>
          <pages.LoginPage />
        </RequireVisitor>
      }
    />
    <Route
      path="register"
      element={
        <RequireVisitor>
          <pages.RegisterPage />
        </RequireVisitor>
      }
    />
    <Route path="awaiting-approval" element={<pages.AwaitingApprovalPage />} />
    <Route path="google/callback" element={<pages.GoogleCallbackPage />} />
    <Route
      path="settings"
      element={
        <RequireUser>
          <pages.SettingsPage />
        </RequireUser>
      }
    >
      <Route path="account" element={<pages.AccountSettingsPage />} />
      <Route path="hidden-profiles" element={<pages.HiddenProfilesPage />} />
      <Route path="notifications" element={<pages.NotificationSettingsPage inSettings />} />
      <Route path="appearance" element={<pages.AppearanceSettingsPage />} />
      <Route path="advanced-management" element={<pages.AdvancedSettingsPage />} />
    </Route>
  </>
);

/** All routes of the client. */
export function AppRoutes() {
  return (
    <Routes>
      <Route element={<RootLayout />}>
        <Route index element={<pages.HomePage />} />
        <Route path="post" element={<Navigate to="/" replace />} />
        <Route path="post/:idPost" element={<pages.PostPage />} />
        <Route path="profile/:nickname?/:content?" element={<pages.ProfilePage />} />
        <Route path="explore" element={<pages.ExplorePage />} />
        {accountRoutes}
        {crowdfundingRoutes}
        {conversationRoutes}
        {notificationRoutes}
        {adoptionRoutes}
        {walletRoutes}
        {staffRoutes}
        <Route path="*" element={<ErrorPage />} />
      </Route>
    </Routes>
  );
}
