import { drawScene } from './pictures.ts';

/** A demo campaign. */
export interface DemoCrowdfunding {
  readonly creator: string;
  readonly title: string;
  readonly description: string;
  readonly goalAmount: number;
  readonly durationDays: number;
  /** SVG drawing of 300 × 200 pixels. */
  readonly picture: string;
  readonly state: 'PENDING' | 'ACTIVE' | 'CLOSED' | 'CANCELLED';
  /** Donations, oldest first. */
  readonly donations: readonly (readonly [who: string, coins: number])[];
}

/** Demo campaigns, oldest first. */
export const demoCrowdfundings: readonly DemoCrowdfunding[] = [
  {
    creator: 'strayhaven',
    title: 'Winter blankets for forty kennels',
    description:
      'The nights turn cold, and forty dogs sleep on bare boards.\n\nEvery 1,000 kindracoins buy one warm, washable blanket. We order together with two other shelters, so that the price stays low.',
    goalAmount: 40_000,
    durationDays: 14,
    picture: drawScene(
      '#24405c',
      '#e7edf3',
      '<path d="M95 150v-55l55-42 55 42v55Z" fill="#a3542f"/><path d="M84 104l66-51 66 51-8 10-58-45-58 45Z" fill="#f6f3ea"/><path d="M128 150v-28a22 22 0 0 1 44 0v28Z" fill="#3a1f13"/><circle cx="248" cy="40" r="16" fill="#f4e9bd"/>',
    ),
    state: 'CLOSED',
    donations: [
      ['nuria', 5_000],
      ['tomas', 12_500],
      ['ingrid', 20_000],
      ['robin', 4_000],
    ],
  },
  {
    creator: 'tidewatch',
    title: 'A rescue boat for stranded seals',
    description:
      'Each autumn storms leave seal pups on the sandbanks, and each autumn we borrow a boat to reach them.\n\nA small one of our own, with a flat keel and a quiet engine, would be there within the hour.',
    goalAmount: 250_000,
    durationDays: 45,
    picture: drawScene(
      '#bfe0ee',
      '#2f6f8f',
      '<path d="M70 132h160l-24 36H96Z" fill="#b8430f"/><path d="M148 132V54l56 66Z" fill="#fffdf8"/><path d="M140 132V66l-40 54Z" fill="#f3e7bd"/><circle cx="252" cy="44" r="20" fill="#f9d97c"/>',
    ),
    state: 'ACTIVE',
    donations: [
      ['ingrid', 30_000],
      ['marisol', 2_500],
      ['kofi21', 1_000],
      ['nuria', 15_000],
      ['tomas', 1_000],
      ['robin', 24_000],
    ],
  },
  {
    creator: 'hoofbeat',
    title: 'Hay and a farrier for Juniper and friends',
    description:
      'Eleven retired horses eat three tonnes of hay a month, and each of their forty-four hooves is trimmed every seven weeks.\n\nYour coins carry them through to spring, when the meadow takes over.',
    goalAmount: 80_000,
    durationDays: 30,
    picture: drawScene(
      '#f6dcc7',
      '#6f9a4e',
      '<circle cx="78" cy="134" r="34" fill="#d9a441"/><circle cx="78" cy="134" r="22" fill="none" stroke="#a87422" stroke-width="4"/><circle cx="150" cy="142" r="28" fill="#e3b65c"/><circle cx="150" cy="142" r="17" fill="none" stroke="#a87422" stroke-width="4"/><path d="M214 160v-50l34-22 14 14-8 12v46h-10v-24h-20v24Z" fill="#5b3a22"/>',
    ),
    state: 'ACTIVE',
    donations: [
      ['amalia', 10_000],
      ['marisol', 5_000],
      ['ingrid', 40_000],
      ['kofi21', 500],
      ['robin', 27_000],
    ],
  },
  {
    creator: 'oldforest',
    title: 'Nesting boxes along the beech ridge',
    description:
      'The storm took thirty old trees, and with them the holes in which owls, tits and bats lived.\n\nNinety boxes along the ridge would give them a home until the young beeches are old enough.',
    goalAmount: 60_000,
    durationDays: 60,
    picture: drawScene(
      '#d5ead9',
      '#3f6b45',
      '<path d="M132 40h36v130h-36Z" fill="#6b4a2f"/><path d="M112 74h76v64h-76Z" fill="#c58a4b"/><path d="M104 78l46-34 46 34Z" fill="#7d3510"/><circle cx="150" cy="102" r="13" fill="#2b1a10"/>',
    ),
    state: 'CANCELLED',
    donations: [
      ['tomas', 3_000],
      ['nuria', 2_000],
    ],
  },
  {
    creator: 'oldforest',
    title: 'A bridge for dormice over the forest road',
    description:
      'The road cuts the oldest hazel stand in two, and dormice do not cross the ground.\n\nTwo ropes with a net between them, hung from crown to crown, are all that they need.',
    goalAmount: 120_000,
    durationDays: 40,
    picture: drawScene(
      '#dfedf6',
      '#4b7a4f',
      '<path d="M60 160V40M240 160V40" stroke="#5b3a22" stroke-width="14"/><circle cx="60" cy="48" r="38" fill="#2f6b45"/><circle cx="240" cy="48" r="38" fill="#2f6b45"/><path d="M80 70q70 44 140 0" fill="none" stroke="#b8430f" stroke-width="6"/><ellipse cx="150" cy="82" rx="16" ry="10" fill="#a3542f"/>',
    ),
    state: 'PENDING',
    donations: [],
  },
];
