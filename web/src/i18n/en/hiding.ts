export const texts = {
  options: 'Profile options',
  block: 'Block',
  unblock: 'Unblock',
  mute: 'Mute',
  unmute: 'Unmute',
  unblockName: 'Unblock {{name}}',
  unmuteName: 'Unmute {{name}}',
  question: 'Block {{name}}?',
  warning:
    'You stop following each other and no longer see each other’s posts. Neither of you can like, comment on or message the other until you unblock.',
  blocked: 'You have blocked this profile.',
  muted: 'You have muted this profile: its posts are shown only here.',
  done: {
    block: 'You have blocked {{name}}.',
    unblock: 'You have unblocked {{name}}.',
    mute: 'You have muted {{name}}.',
    unmute: 'You have unmuted {{name}}.',
  },
} as const;
