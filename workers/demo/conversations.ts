/** Messages between two demo accounts, oldest first. */
export interface DemoConversation {
  /** Age of the first message, in hours. */
  readonly hoursAgo: number;
  readonly messages: readonly { readonly by: string; readonly to: string; readonly text: string }[];
}

/** Demo conversations. The last message of each is unread. */
export const conversations: readonly DemoConversation[] = [
  {
    hoursAgo: 50,
    messages: [
      { by: 'nuria', to: 'strayhaven', text: 'Hello! Is Mango still looking for a home?' },
      { by: 'strayhaven', to: 'nuria', text: 'He is, and louder than ever. Have you had a dog before?' },
      { by: 'nuria', to: 'strayhaven', text: 'Two, both old when they came to me. A puppy would be new.' },
      { by: 'strayhaven', to: 'nuria', text: 'Come and meet him on Saturday, any time after ten.' },
    ],
  },
  {
    hoursAgo: 20,
    messages: [
      { by: 'tomas', to: 'nuria', text: 'Did the swift you found make it?' },
      {
        by: 'nuria',
        to: 'tomas',
        text: 'It did! It flew off on Tuesday evening. I may have cried a little.',
      },
    ],
  },
  {
    hoursAgo: 5,
    messages: [
      { by: 'ingrid', to: 'hoofbeat', text: 'Do you need help with the hay at the weekend?' },
      { by: 'hoofbeat', to: 'ingrid', text: 'Always. Bring gloves, we bring the soup.' },
    ],
  },
];
