/** Messages between two demo accounts, oldest first. */
export interface DemoConversation {
  /** Age of the first message, in hours. */
  readonly hoursAgo: number;
  /** The two accounts. They write in turn, and the first one begins. */
  readonly participants: readonly [string, string];
  readonly texts: readonly string[];
}

/** Demo conversations. The last message in each is unread. */
export const conversations: readonly DemoConversation[] = [
  {
    hoursAgo: 50,
    participants: ['nuria', 'strayhaven'],
    texts: [
      'Hello! Is Mango still looking for a home?',
      'He is, and louder than ever. Have you had a dog before?',
      'Two, both old when they came to me. A puppy would be new.',
      'Come and meet him on Saturday, any time after ten.',
    ],
  },
  {
    hoursAgo: 20,
    participants: ['tomas', 'nuria'],
    texts: [
      'Did the swift you found make it?',
      'It did! It flew off on Tuesday evening. I may have cried a little.',
    ],
  },
  {
    hoursAgo: 5,
    participants: ['ingrid', 'hoofbeat'],
    texts: ['Do you need help with the hay at the weekend?', 'Always. Bring gloves, we bring the soup.'],
  },
];
