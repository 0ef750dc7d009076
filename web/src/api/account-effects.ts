/** Effects of live updates that apply to accounts only. Loaded lazily, because visitors do not need them. */
export { loadUnreadSenders, refreshConversations } from './conversations.ts';
export { refreshOwnProfileSoon, syncOwnProfile } from './own-profile.ts';
