import type { ReactNode } from 'react';
import { Route } from 'react-router-dom';
import { logInForMessages } from '../../../contract/problems.ts';
import { RequireUser } from './guards.tsx';
import * as pages from './pages.ts';

const guarded = (page: ReactNode) => <RequireUser message={logInForMessages}>{page}</RequireUser>;

/** Routes of messages. */
export const conversationRoutes = (
  <Route path="conversations">
    <Route index element={guarded(<pages.ConversationsPage />)} />
    <Route path=":receiverId" element={guarded(<pages.ChatPage />)} />
  </Route>
);
