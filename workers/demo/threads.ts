/** A demo post with its comments. */
export interface DemoThread {
  readonly author: string;
  readonly text: string;
  readonly comments?: readonly (readonly [who: string, text: string])[];
}

/** Demo posts, oldest first. */
export const threads: readonly DemoThread[] = [
  {
    author: 'strayhaven',
    text: 'Six puppies were left at our gate last night in a banana box. All warm, all fed, all loud. We will need foster homes from next week. 🐶',
    comments: [
      ['nuria', 'I can take two. The big room is free since Luna found her family.'],
      ['strayhaven', 'Núria, you are a treasure. We will call you tomorrow.'],
      ['kofi21', 'Do they have names yet? I vote for fruit names, given the box.'],
    ],
  },
  {
    author: 'oldforest',
    text: 'First woodpecker of the year at the old beech. We did not see it; we only heard it laughing at us.',
  },
  {
    author: 'tidewatch',
    text: 'Saturday, 9:00, north beach: our monthly clean-up. Bring gloves, we bring bags and coffee. Last month we carried away 214 kg.',
    comments: [
      ['robin', 'I will be there, with the whole climbing club.'],
      ['ingrid', 'Is it fine to bring children?'],
      ['tidewatch', 'Very fine. They find the smallest pieces.'],
    ],
  },
  {
    author: 'tomas',
    text: 'My grandmother’s cat turned 21 today. She got tuna, and a chair that nobody else may use.',
  },
  {
    author: 'hoofbeat',
    text: 'Meet Juniper, 26 years old, retired from a riding school. She has learned what an apple orchard is and will not hear of leaving it. 🐴',
    comments: [
      ['amalia', 'Enjoy it, Juniper. You earned every apple.'],
      ['marisol', 'What a face!'],
    ],
  },
  {
    author: 'ingrid',
    text: 'If you find a hedgehog out in daylight, something is wrong. Put it in a box with a towel and a warm bottle, give no milk, and call a rescue.',
  },
  {
    author: 'kofi21',
    text: 'Question for people with rescue greyhounds: how long did it take until yours dared to use the stairs?',
    comments: [
      ['nuria', 'Three weeks and half a kilo of cheese.'],
      ['oskar', 'Ours never did. We moved to the ground floor. I am not joking.'],
      ['tomas', 'Carry him up, let him walk down the last two steps only. Then three. Then four.'],
      ['kofi21', 'Thank you all. Cheese has been bought.'],
    ],
  },
  {
    author: 'marisol',
    text: 'Painted swallows on the school wall with forty children. By noon there were also two dragons and somebody’s dad.',
  },
  {
    author: 'strayhaven',
    text: 'Update: the banana-box puppies are called Mango, Kiwi, Plum, Fig, Melon and Steve. We do not discuss Steve.',
    comments: [
      ['kofi21', 'Justice for Steve.'],
      ['robin', 'Steve is a fruit if we believe in him.'],
      ['nuria', 'Fig and Plum are asleep on my feet right now.'],
    ],
  },
  {
    author: 'robin',
    text: 'Volunteering at a shelter for the first time tomorrow. What do you wish somebody had told you before your first day?',
  },
  {
    author: 'oskar',
    text: 'A friendly word from the moderators: when you post about a lost pet, say the town and the day. It helps more than a tenth photo.',
  },
  {
    author: 'tidewatch',
    text: 'Two loggerhead turtles went back into the sea this morning after four months with us. One looked back. We choose to believe that was a thank you. 🐢',
    comments: [
      ['marisol', 'I am crying on the bus, thank you very much.'],
      ['ingrid', 'Four months! What had happened to them?'],
      ['tidewatch', 'Fishing line. Both of them. Please take yours home with you.'],
    ],
  },
  {
    author: 'nuria',
    text: 'Foster diary, day 3: Plum has discovered the mirror and is not impressed by the competition.',
  },
  {
    author: 'amalia',
    text: 'Welcome to everybody who joined this week. Say hello, follow somebody whose animals make you smile, and be kind in the comments.',
  },
  {
    author: 'oldforest',
    text: 'We bought another 11 hectares next to the wet meadow. No more drainage there, ever. The cranes already act as if they had always owned it.',
    comments: [
      ['tomas', 'This is the best news of the month.'],
      ['hoofbeat', 'Neighbours! Our horses send their regards.'],
    ],
  },
  {
    author: 'tomas',
    text: 'Built three swift boxes from leftover wood. The instructions said one hour. The instructions have never met me.',
  },
  {
    author: 'hoofbeat',
    text: 'Hay has become a third more expensive since spring. If you have a barn with last year’s hay that nobody needs, we come and fetch it.',
  },
  {
    author: 'ingrid',
    text: 'Put a shallow bowl of water on the balcony, with a stone in it. Within a day you will know more sparrows than neighbours.',
  },
  {
    author: 'kofi21',
    text: 'THE STAIRS. HE DID THE STAIRS. All fourteen, up and down, and then he looked at me as if I was the slow one.',
    comments: [
      ['nuria', 'CHEESE WORKS.'],
      ['oskar', 'Congratulations from the ground floor.'],
      ['robin', 'I needed this today.'],
    ],
  },
  {
    author: 'marisol',
    text: 'Does anybody know a vet who sees parrots on Sundays? Coco is well, she has merely eaten a pencil and regrets nothing.',
  },
  {
    author: 'robin',
    text: 'First day at the shelter done. I was told to expect sad eyes. Nobody told me about the goat.',
  },
  {
    author: 'strayhaven',
    text: 'Adoption day next Sunday from 10 to 14. Come without a fixed idea of “your” dog. They are better at choosing than we are.',
  },
  {
    author: 'nuria',
    text: 'Foster diary, day 9: Fig has a family. I said I would not cry and I held out until the car had turned the corner.',
    comments: [
      ['strayhaven', 'You gave her the best start. There is a tray of kittens here, just saying.'],
      ['nuria', 'Of course there is.'],
    ],
  },
  {
    author: 'tidewatch',
    text: 'What we found on the north beach: 61 bottles, 1 bicycle, 340 m of rope, and a message in a bottle. It said “sorry about the bottle”.',
  },
  {
    author: 'oldforest',
    text: 'Night walk on Friday: bats, owls, and if we are quiet enough, the dormouse. Warm clothes, no torches, twelve places.',
  },
  {
    author: 'tomas',
    text: 'The first swift has looked into box number two, left, come back, and brought somebody along. I have not moved for an hour.',
  },
];
