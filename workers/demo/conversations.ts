/** Messages between two demo accounts, oldest first. */
export interface DemoConversation {
  /** Age of the first message, in hours. */
  readonly hoursAgo: number;
  readonly messages: readonly {
    readonly sender: string;
    readonly recipient: string;
    readonly text: string;
  }[];
}

/** Demo conversations. The last message in each is unread. */
export const conversations: readonly DemoConversation[] = [
  {
    hoursAgo: 50,
    messages: [
      { sender: 'nuria', recipient: 'strayhaven', text: 'Hello! Is Mango still looking for a home?' },
      {
        sender: 'strayhaven',
        recipient: 'nuria',
        text: 'He is, and louder than ever. Have you had a dog before?',
      },
      {
        sender: 'nuria',
        recipient: 'strayhaven',
        text: 'Two, both old when they came to me. A puppy would be new.',
      },
      {
        sender: 'strayhaven',
        recipient: 'nuria',
        text: 'Come and meet him on Saturday, any time after ten.',
      },
    ],
  },
  {
    hoursAgo: 20,
    messages: [
      { sender: 'tomas', recipient: 'nuria', text: 'Did the swift you found make it?' },
      {
        sender: 'nuria',
        recipient: 'tomas',
        text: 'It did! It flew off on Tuesday evening. I may have cried a little.',
      },
    ],
  },
  {
    hoursAgo: 5,
    messages: [
      { sender: 'ingrid', recipient: 'hoofbeat', text: 'Do you need help with the hay at the weekend?' },
      { sender: 'hoofbeat', recipient: 'ingrid', text: 'Always. Bring gloves, we bring the soup.' },
    ],
  },
];
