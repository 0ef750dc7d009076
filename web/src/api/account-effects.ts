/** Effects of live updates that only accounts receive. Visitors do not load this module. */
export { loadUnreadSenders, refreshConversations } from './conversations.ts';
export { refreshOwnProfileSoon, syncOwnProfile } from './own-profile.ts';
